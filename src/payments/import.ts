import { decimalText } from '../domain/money';
import { Refusal } from '../domain/refusal';
import type { Statement } from '../domain/statement';
import { digest } from '../security/identity';
import type { Reversal, StatementFile, StatementLine } from '../statements/line';
import type { Database } from '../store/database';
import { knownLines, readStatement, storeReversal, storeStatement } from '../store/statements';
import { type OfferPayment, settle } from './receive';

const SOURCE = 'bank:file';

interface Needs {
  db: Database;
  offerPayment: OfferPayment;
}

type Line = Statement & { lineKey: string; reversal?: Reversal };

/**
 * What became of a file's lines, by outcome: `MATCHED` moved an order that no callback had, `REPEAT` was known from one; `KNOWN` was imported before;
 * `BOUNCED` and `TAKEN_BACK` are for staff.
 */
export type ImportResult = Record<string, number>;

/**
 * Receives each line of a statement file as the bank's callback would have brought it. The same file again changes nothing.
 * @throws Refusal SERVICE_UNAVAILABLE when orders do not answer; the lines before are done, and the file can be imported again
 */
export async function importStatements(needs: Needs, file: StatementFile): Promise<ImportResult> {
  const result: ImportResult = {};
  const lines = linesOf(file.lines);
  const keys = lines.map(({ lineKey }) => lineKey);
  const known = await knownLines(needs.db, keys);
  // what has a reference of the bank's comes first: it is recognised by that, and the others are counted after it
  const ordered = [...lines.filter(({ statementRef }) => statementRef), ...lines.filter(({ statementRef }) => !statementRef)];
  for (const line of ordered) {
    const outcome = known.has(line.lineKey) ? 'KNOWN' : await receive(needs, line);
    result[outcome] = (result[outcome] ?? 0) + 1;
  }
  return result;
}

/** Two lines of a file never are one payment: those that look the same are told apart by their number among them. */
function linesOf(lines: StatementLine[]): Line[] {
  const counts = new Map<string, number>();
  const numberAmong = (...alike: (string | undefined)[]): number => {
    const name = JSON.stringify(alike.map((text) => text ?? null));
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts.get(name) ?? 1;
  };
  return lines.map(({ uin = '', receivedAt, otherRef, account, reversal, ...line }) => {
    const amountRub = decimalText(line.amountRub);
    const again = line.statementRef && !reversal ? numberAmong('payment', uin, amountRub, line.statementRef) : 1;
    const statementRef = again > 1 ? `${line.statementRef} (${again})` : line.statementRef;
    const about = [account, uin, amountRub, receivedAt, statementRef, otherRef, ...(reversal ? [reversal] : [])];
    const lineKey = digest(JSON.stringify([...about.map((text) => text ?? null), numberAmong('line', ...about)]));
    return { uin, amountRub, receivedAt, statementRef, otherRef, lineKey, source: SOURCE, reversal };
  });
}

async function receive(needs: Needs, { reversal, ...line }: Line): Promise<string> {
  if (reversal) return keepReversal(needs.db, line, reversal === 'bounced' ? 'BOUNCED' : 'TAKEN_BACK');
  const id = await storeStatement(needs.db, line);
  await settle(needs, id).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code === 'SERVICE_UNAVAILABLE') throw error;
  });
  return (await readStatement(needs.db, id)).outcome;
}

async function keepReversal(db: Database, { uin, statementRef, otherRef, ...line }: Line, outcome: 'BOUNCED' | 'TAKEN_BACK'): Promise<string> {
  const named = [statementRef ?? otherRef, uin && `UIN ${uin}`].filter(Boolean).join(', ');
  await storeReversal(db, { ...line, otherRef: named }, outcome);
  return outcome;
}
