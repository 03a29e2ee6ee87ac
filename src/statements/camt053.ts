import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decimal } from '../domain/money';
import type { Timestamp } from '../domain/order';
import { isRubles, moscowMidnight, rubles, Skips, type StatementFile, StatementFileError, type StatementLine } from './line';
import { uinIn } from './uin-in';

/** An element: its children by name, its text in `#text`, its attributes with `@`. */
type Node = { [name: string]: Node | Node[] | string | undefined };

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
});

const all = (node: Node | undefined, name: string): Node[] => {
  const found = node?.[name];
  if (found === undefined) return [];
  return (Array.isArray(found) ? found : [found]).map((one) => (typeof one === 'object' ? one : { '#text': one }));
};
const at = (node: Node | undefined, ...path: string[]): Node | undefined => path.reduce<Node | undefined>((found, name) => all(found, name)[0], node);
const text = (node: Node | undefined): string => String(node?.['#text'] ?? '').trim();
const textAt = (node: Node | undefined, ...path: string[]): string => text(at(node, ...path));

/** ISO 20022 camt.053, any version: each booked credit or reversal, and each transaction of a batch by itself. @throws StatementFileError */
export function readCamt053(content: string): StatementFile {
  if (/<!DOCTYPE|<!ENTITY/i.test(content)) throw new StatementFileError('The file declares entities of its own; no bank does.');
  const valid = XMLValidator.validate(content);
  if (valid !== true) throw new StatementFileError(`The XML is not well-formed at line ${valid.err.line}: ${valid.err.msg}`);
  const statements = all(at(parser.parse(content) as Node, 'Document', 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) throw new StatementFileError('There is no statement (BkToCstmrStmt/Stmt) in the file.');
  const skips = new Skips();
  const lines = statements.flatMap((statement, s) => {
    const entries = all(statement, 'Ntry');
    assertTotal(statement, entries, s + 1);
    return entries.flatMap((entry, e) => linesIn(entry, accountOf(statement), `statement ${s + 1}, entry ${e + 1}`, skips));
  });
  return { format: 'camt.053', lines, skipped: skips.counts };
}

/** The bank's own count and sum of the credits, where it gives them. */
function assertTotal(statement: Node, entries: Node[], number: number): void {
  const told = at(statement, 'TxsSummry', 'TtlCdtNtries');
  if (!told) return;
  const credits = entries.filter((entry) => textAt(entry, 'CdtDbtInd') === 'CRDT');
  const sum = credits.reduce((total, entry) => total.add(rubles(textAt(entry, 'Amt'), `statement ${number}`)), decimal(0));
  const [count, amount] = [textAt(told, 'NbOfNtries'), textAt(told, 'Sum')];
  if ((count && Number(count) !== credits.length) || (amount && !sum.equals(amount))) {
    throw new StatementFileError(`Statement ${number} has ${credits.length} credits of ${sum.toFixed(2)}; it says ${count} of ${amount}.`);
  }
}

const accountOf = (statement: Node): string => textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id');

function linesIn(entry: Node, account: string, where: string, skips: Skips): StatementLine[] {
  const skip = (why: Parameters<Skips['add']>[0]): StatementLine[] => {
    skips.add(why);
    return [];
  };
  const isCredit = textAt(entry, 'CdtDbtInd') === 'CRDT';
  const isReversal = /^(true|1)$/.test(textAt(entry, 'RvslInd'));
  if (!isCredit && !isReversal) return skip('debit');
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  if (status !== '' && status !== 'BOOK') return skip('not booked');
  if (!inRubles(at(entry, 'Amt'))) return skip('not in rubles');

  const receivedAt = momentOf(entry, where);
  const reversal: Pick<StatementLine, 'reversal'> = isReversal ? { reversal: isCredit ? 'bounced' : 'taken back' } : {};
  return transactionsIn(entry, where, skips).map((part) => ({ ...lineOf(entry, part), receivedAt, account, ...reversal }));
}

const inRubles = (amount: Node | undefined): boolean => isRubles(String(amount?.['@Ccy']));

interface Part {
  transaction: Node;
  amount: string;
  /** Of a transaction within its entry, which the entry's reference is told apart by. */
  place: string;
  where: string;
}

/** The transactions of a batch, which have to add up to their entry; or the entry's one. */
function transactionsIn(entry: Node, where: string, skips: Skips): Part[] {
  const transactions = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
  if (transactions.length <= 1) return [{ transaction: transactions[0] ?? {}, amount: textAt(entry, 'Amt'), place: '', where }];
  const direction = textAt(entry, 'CdtDbtInd');
  let sum = decimal(0);
  const parts = transactions.flatMap((transaction, t) => {
    const part = { transaction, place: `/${t + 1}`, where: `${where}, transaction ${t + 1}` };
    const amount = rublesOf(transaction, part.where);
    const isAlike = (textAt(transaction, 'CdtDbtInd') || direction) === direction;
    sum = isAlike ? sum.add(amount) : sum.sub(amount);
    if (isAlike) return [{ ...part, amount }];
    skips.add('debit');
    return [];
  });
  const amount = rubles(textAt(entry, 'Amt'), where);
  if (!sum.equals(amount)) throw new StatementFileError(`${where}: its transactions come to ${sum.toFixed(2)}, it says ${amount}.`);
  return parts;
}

function rublesOf(transaction: Node, where: string): string {
  const amount = [at(transaction, 'Amt'), at(transaction, 'AmtDtls', 'TxAmt', 'Amt')].find(inRubles);
  if (!amount) throw new StatementFileError(`${where} has no amount in rubles (Amt or AmtDtls/TxAmt/Amt).`);
  return rubles(text(amount), where);
}

function lineOf(entry: Node, { transaction: one, amount, place, where }: Part): Omit<StatementLine, 'receivedAt' | 'account'> {
  const remittance = at(one, 'RmtInf');
  const purpose = all(remittance, 'Ustrd').map(text).join(' ') || textAt(entry, 'AddtlNtryInf');
  const ofEntry = (name: string): string => (textAt(entry, name) ? `${textAt(entry, name)}${place}` : '');
  const statementRef = textAt(one, 'Refs', 'AcctSvcrRef') || ofEntry('AcctSvcrRef') || undefined;
  // an entry's number begins anew in each file, and the payer's is the payer's: neither tells payments apart
  const otherRef = ofEntry('NtryRef') || textAt(one, 'Refs', 'EndToEndId');
  if (!statementRef && !otherRef) throw new StatementFileError(`${where} has no reference (AcctSvcrRef, NtryRef or EndToEndId).`);
  const uin = uinIn(purpose, textAt(remittance, 'Strd', 'CdtrRefInf', 'Ref'));
  return { uin, amountRub: rubles(amount, where), ...(statementRef ? { statementRef } : { otherRef }), purpose };
}

function momentOf(entry: Node, where: string): Timestamp | undefined {
  const booked = at(entry, 'BookgDt');
  const [moment, date] = [textAt(booked, 'DtTm'), textAt(booked, 'Dt')];
  if (moment) {
    const parsed = new Date(moment);
    if (Number.isNaN(parsed.getTime())) throw new StatementFileError(`${where}: ${moment} is not a moment.`);
    return parsed.toISOString();
  }
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  return date ? moscowMidnight(year, month, day, where) : undefined;
}
