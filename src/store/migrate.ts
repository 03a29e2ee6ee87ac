import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { Pool } from 'pg';

type Bindings = typeof import('@prisma/schema-engine-wasm');
type SchemaEngine = Bindings['SchemaEngine']['prototype'];
type MigrationDirectory = Parameters<SchemaEngine['applyMigrations']>[0]['migrationsList']['migrationDirectories'][number];

const PRISMA = resolve(__dirname, '../../prisma');
const FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Applies the migrations that the database does not have yet, with Prisma's own engine and bookkeeping.
 * @returns the names of those applied now, none when the database is up to date
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  return withEngine(databaseUrl, async (engine) => {
    const migrationsList = {
      baseDir: join(PRISMA, 'migrations'),
      lockfile: { path: 'migration_lock.toml', content: await readFile(join(PRISMA, 'migrations/migration_lock.toml'), 'utf8') },
      shadowDbInitScript: '',
      migrationDirectories: await migrationDirectories(),
    };
    return (await engine.applyMigrations({ migrationsList, filters: FILTERS })).appliedMigrationNames;
  });
}

/**
 * SQL for the next migration: what leads from one text of `schema.prisma` to another.
 * @param from the schema that the existing migrations end at; none for the first migration
 * @param databaseUrl any reachable database; it is not read
 */
export async function migrationSql(databaseUrl: string, from: string | undefined, to: string): Promise<string> {
  const datamodel = (content: string) => ({ tag: 'schemaDatamodel' as const, files: [{ path: 'schema.prisma', content }], configDir: '.' });
  return withEngine(databaseUrl, async (engine) => {
    const { stdout } = await engine.diff({
      from: from === undefined ? { tag: 'empty' } : datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      filters: FILTERS,
    });
    return stdout ?? '';
  });
}

async function migrationDirectories(): Promise<MigrationDirectory[]> {
  const entries = await readdir(join(PRISMA, 'migrations'), { withFileTypes: true });
  const names = entries
    .filter((e) => e.isDirectory())
    .map((e) => e.name)
    .sort();
  return Promise.all(
    names.map(async (path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(join(PRISMA, 'migrations', path, 'migration.sql'), 'utf8') },
      },
    })),
  );
}

/** Node's own; its type declarations leave it to the browser's. */
declare const WebAssembly: {
  instantiate(code: Uint8Array, imports: Record<string, object>): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let bindings: Promise<Bindings> | undefined;

/** The engine's bindings hold one instance of it: a second one in the same process would corrupt both. */
async function instantiate(): Promise<Bindings> {
  const module = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = await readFile(join(require.resolve('@prisma/schema-engine-wasm'), '../schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': module });
  module.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return module;
}

async function withEngine<T>(databaseUrl: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  bindings ??= instantiate();
  const { SchemaEngine } = await bindings;
  const schema = await readFile(join(PRISMA, 'schema.prisma'), 'utf8');
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
  const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => undefined, adapter);
  try {
    return await use(engine);
  } finally {
    engine.free();
    await pool.end(); // releases the engine's advisory lock
  }
}
