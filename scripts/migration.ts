/** Writes the SQL that leads from the committed schema.prisma to the one in the working tree: `npm run migration -- name`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keep } from '../src/local/keep';
import { scratchDir } from '../src/local/scratch';
import { migrationSql } from '../src/store/migrate';

async function main(): Promise<void> {
  const name = process.argv[2];
  if (!name || !/^[a-z0-9_]+$/.test(name)) throw new Error('Give the migration a name: npm run migration -- add_something');
  const schema = resolve(__dirname, '../prisma/schema.prisma');
  const committed = execFileSync('git', ['show', 'HEAD:prisma/schema.prisma'], { encoding: 'utf8', cwd: resolve(__dirname, '..') });
  const dataDir = scratchDir('migration');
  const keeper = await keep({ dataDir, postgresPort: 0 }, console.log);
  try {
    const sql = await migrationSql(keeper.databaseUrl ?? '', committed, readFileSync(schema, 'utf8'));
    if (!sql.includes(';')) throw new Error('schema.prisma says what the last commit says: there is nothing to migrate.');
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const dir = resolve(__dirname, `../prisma/migrations/${stamp}_${name}`);
    mkdirSync(dir);
    writeFileSync(join(dir, 'migration.sql'), sql);
    console.log(`${dir}/migration.sql is written. Read it; add by hand what the schema cannot say.`);
  } finally {
    await keeper.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
