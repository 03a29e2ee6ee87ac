/** Receives what a bank's statement file tells of: `npm run import-statement -- file …` (camt.053, MT940, 1C). The same file again changes nothing. */
import { readFileSync } from 'node:fs';
import { connectInstallation } from '../src/installation';
import { importStatements } from '../src/payments/import';
import { loadEnvFile } from '../src/settings';
import { readStatementFile } from '../src/statements/read';
import { OrderCommands } from '../src/temporal/order-commands';
import { fail } from './fail';

const MEANING: Record<string, string> = {
  MATCHED: 'moved their orders',
  REPEAT: 'were known from callbacks',
  KNOWN: 'were imported before',
  TAKEN_BACK: 'were taken back by the bank: findings, until they are noted (npm run suspense -- note)',
};

async function main(paths: string[]): Promise<void> {
  loadEnvFile();
  if (paths.length === 0) throw new Error('npm run import-statement -- <file> …');
  const files = paths.map((path) => ({ path, file: readStatementFile(readFileSync(path)) }));
  const { db, client, settings, close } = await connectInstallation();
  try {
    const { offerPayment } = new OrderCommands(client, db, settings.PAYMENT_WAIT_SECONDS * 1000);
    for (const { path, file } of files) {
      console.log(`${path}: ${file.format}, ${file.lines.length} credits and reversals in rubles`);
      for (const [why, count] of Object.entries(file.skipped)) console.log(`  ${count} left out: ${why}`);
      const result = await importStatements({ db, offerPayment }, file);
      for (const [outcome, count] of Object.entries(result))
        console.log(`  ${count} ${MEANING[outcome] ?? `stand in suspense: ${outcome} (npm run suspense -- list)`}`);
    }
  } finally {
    await close();
  }
}

main(process.argv.slice(2)).catch(fail);
