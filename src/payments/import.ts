import { Refusal } from '../domain/refusal';
import type { StatementFile, StatementLine } from '../statements/line';
import type { Database } from '../store/database';
import { outcomeOf, sourcesOf } from '../store/statements';
import { type OfferPayment, receiveStatement } from './receive';

const SOURCE = 'bank:file';

interface Needs {
  db: Database;
  offerPayment: OfferPayment;
}

/** What became of a file's lines, by outcome: `MATCHED` moved an order that no callback had, `REPEAT` was known from one; `KNOWN` was imported before. */
export type ImportResult = Record<string, number>;

/**
 * Receives each line of a statement file as the bank's callback would have brought it. The same file again changes nothing.
 * @throws Refusal SERVICE_UNAVAILABLE when orders do not answer; the lines before are done, and the file can be imported again
 */
export async function importStatements({ db, offerPayment }: Needs, { lines }: StatementFile): Promise<ImportResult> {
  const result: ImportResult = {};
  const told: { line: StatementLine; sources: string[] }[] = [];
  for (const line of lines) told.push({ line, sources: await sourcesOf(db, { ...line, uin: line.uin ?? '' }) });
  // references that a callback has told of come first: they are recognised by themselves, and the others counted after them
  told.sort((a, b) => b.sources.length - a.sources.length);
  for (const { line, sources } of told) {
    const outcome = sources.includes(SOURCE) ? 'KNOWN' : await receive({ db, offerPayment }, line);
    result[outcome] = (result[outcome] ?? 0) + 1;
  }
  return result;
}

async function receive(needs: Needs, { uin = '', amountRub, receivedAt, statementRef }: StatementLine): Promise<string> {
  const statement = { uin, amountRub, receivedAt, statementRef, source: SOURCE };
  await receiveStatement(needs, statement).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code === 'SERVICE_UNAVAILABLE') throw error;
  });
  return outcomeOf(needs.db, statement);
}
