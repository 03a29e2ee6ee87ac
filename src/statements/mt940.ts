import { decimal } from '../domain/money';
import { isRubles, moscowMidnight, rubles, Skips, type StatementFile, StatementFileError, type StatementLine } from './line';
import { uinIn } from './uin-in';

interface Tag {
  name: string;
  value: string;
  line: number;
}

/** 61: value date, entry date, sign, third letter of the currency, amount, type, reference of the customer, of the bank. */
const ENTRY = /^(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?[CD])([A-Z])?(\d{1,15},\d{0,2})([NFS][A-Z0-9]{3})([^\n/]*)(?:\/\/([^\n]*))?/;
const REVERSALS: Record<string, Pick<StatementLine, 'reversal'>> = { RD: { reversal: 'bounced' }, RC: { reversal: 'taken back' } };
const BALANCE = /^([CD])\d{6}([A-Z]{3})(\d{1,15},\d{0,2})/;

/** SWIFT MT940: each credit or reversal, with its 86. The balances have to add up. @throws StatementFileError */
export function readMt940(content: string): StatementFile {
  const skips = new Skips();
  const lines = statementsIn(tagsIn(content)).flatMap((tags) => linesOf(tags, skips));
  return { format: 'MT940', lines, skipped: skips.counts };
}

/** Tags with their values; a line that begins none goes on with the one before. */
function tagsIn(content: string): Tag[] {
  const tags: Tag[] = [];
  for (const [i, text] of content.replace(/\r/g, '').split('\n').entries()) {
    const [, name, value = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(text) ?? [];
    const last = tags.at(-1);
    if (name) tags.push({ name, value, line: i + 1 });
    else if (last && !/^-?\}?$|^\{/.test(text)) last.value += `\n${text}`;
  }
  return tags;
}

function statementsIn(tags: Tag[]): Tag[][] {
  const statements: Tag[][] = [];
  for (const tag of tags) {
    if (tag.name === '20') statements.push([]);
    statements.at(-1)?.push(tag);
  }
  if (statements.length === 0) throw new StatementFileError('There is no statement (:20:) in the file.');
  return statements;
}

function linesOf(tags: Tag[], skips: Skips): StatementLine[] {
  const opening = tags.find(({ name }) => name === '60F' || name === '60M');
  const closing = tags.find(({ name }) => name === '62F' || name === '62M');
  const first = tags[0]?.line ?? 0;
  if (!opening || !closing)
    throw new StatementFileError(`The statement of line ${first} is cut off: it has no ${opening ? 'closing (:62F:)' : 'opening (:60F:)'} balance.`);
  const account = tags.find(({ name }) => name === '25')?.value.trim() ?? '';
  const [from, to] = [balanceOf(opening), balanceOf(closing)];
  let sum = from.amount;
  const lines: StatementLine[] = [];
  for (const [i, tag] of tags.entries()) {
    if (tag.name !== '61') continue;
    const [, year = '', month = '', day = '', sign = '', , amount = '', , customer = '', bank = ''] = ENTRY.exec(tag.value) ?? [];
    if (!sign) throw new StatementFileError(`Line ${tag.line}: this :61: is not an entry.`);
    const amountRub = rubles(amount, `Line ${tag.line}`);
    sum = sign === 'C' || sign === 'RD' ? sum.add(amountRub) : sum.sub(amountRub);
    if (sign === 'D') skips.add('debit');
    else if (!isRubles(from.currency)) skips.add('not in rubles');
    else {
      const about = tags[i + 1];
      const purpose = about?.name === '86' ? plain(about.value) : '';
      const [statementRef, otherRef] = [referenceIn(bank), referenceIn(customer)];
      if (!statementRef && !otherRef) throw new StatementFileError(`Line ${tag.line}: the entry has no reference.`);
      const receivedAt = moscowMidnight(`20${year}`, month, day, `Line ${tag.line}`);
      const reference = statementRef ? { statementRef } : { otherRef };
      lines.push({ uin: uinIn(purpose), amountRub, receivedAt, ...reference, account, purpose, ...REVERSALS[sign] });
    }
  }
  if (!sum.equals(to.amount)) {
    throw new StatementFileError(
      `The statement of line ${first} does not add up: its entries lead to ${sum.toFixed(2)}, its closing balance is ${to.amount.toFixed(2)}.`,
    );
  }
  return lines;
}

const referenceIn = (text: string): string | undefined => (text.trim() === 'NONREF' ? undefined : text.trim() || undefined);

function balanceOf({ value, line }: Tag) {
  const [, sign, currency = '', amount = ''] = BALANCE.exec(value) ?? [];
  if (!sign) throw new StatementFileError(`Line ${line}: this is not a balance.`);
  const told = decimal(rubles(amount, `Line ${line}`));
  return { currency, amount: sign === 'D' ? told.neg() : told };
}

/** Structured text (`?20…?21…`) without its codes; folded lines together. */
const plain = (text: string): string =>
  text
    .replace(/\n/g, '')
    .replace(/^\d{3}(?=\?)/, '')
    .replace(/\?(2\d|6[0-3])/g, '')
    .replace(/\?\d\d/g, ' ')
    .trim();
