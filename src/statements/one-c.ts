import { decimal } from '../domain/money';
import { moscowMidnight, rubles, Skips, type StatementFile, StatementFileError, type StatementLine } from './line';
import { uinIn } from './uin-in';

type Fields = Map<string, string>;

interface Section {
  fields: Fields;
  line: number;
}

const HEADER = '1CClientBankExchange';

/** The text exchange of 1C with client banks: each document that credits the account of the file. @throws StatementFileError */
export function readOneC(content: string): StatementFile {
  const texts = content.replace(/\r/g, '').split('\n');
  if (texts[0]?.trim() !== HEADER) throw new StatementFileError(`The file does not begin with ${HEADER}.`);
  if (!texts.some((text) => text.trim() === 'КонецФайла')) throw new StatementFileError('The file is cut off: there is no КонецФайла.');
  const documents = sections(texts, /^СекцияДокумент=/, 'КонецДокумента');
  const accounts = sections(texts, /^СекцияРасчСчет/, 'КонецРасчСчет');
  const ours = new Set(accounts.map(({ fields }) => fields.get('РасчСчет') ?? ''));
  if (ours.size === 0) ours.add(headerField(texts, 'РасчСчет'));
  const skips = new Skips();
  const lines = documents.flatMap((document) => creditOf(document, ours, skips));
  assertTotals(accounts, lines);
  return { format: '1C', lines, skipped: skips.counts };
}

function sections(texts: string[], begin: RegExp, end: string): Section[] {
  const found: Section[] = [];
  let open: Section | undefined;
  for (const [i, raw] of texts.entries()) {
    const text = raw.trim();
    if (begin.test(text)) open = { fields: new Map(), line: i + 1 };
    else if (text === end && open) {
      found.push(open);
      open = undefined;
    } else if (open) {
      const [name = '', ...value] = text.split('=');
      open.fields.set(name, value.join('=').trim());
    }
  }
  if (open) throw new StatementFileError(`The section of line ${open.line} is cut off: there is no ${end}.`);
  return found;
}

const headerField = (texts: string[], name: string): string =>
  texts
    .find((text) => text.startsWith(`${name}=`))
    ?.split('=')[1]
    ?.trim() ?? '';

function creditOf({ fields, line }: Section, ours: Set<string>, skips: Skips): StatementLine[] {
  const field = (name: string): string => fields.get(name) ?? '';
  const account = field('ПолучательРасчСчет') || field('ПолучательСчет');
  if (!ours.has(account)) {
    skips.add('debit');
    return [];
  }
  const date = field('ДатаПоступило');
  if (date === '') {
    skips.add('not booked');
    return [];
  }
  const where = `Line ${line}`;
  const number = field('Номер');
  if (!number) throw new StatementFileError(`${where}: the document has no number.`);
  const [day = '', month = '', year = ''] = date.split('.');
  const purpose = field('НазначениеПлатежа') || field('НазначениеПлатежа1');
  const payer = field('ПлательщикРасчСчет') || field('ПлательщикСчет');
  return [
    {
      uin: uinIn(purpose, field('Код')),
      amountRub: rubles(field('Сумма'), where),
      receivedAt: moscowMidnight(year, month, day, where),
      // a document's number is the payer's own: with its date and account staff can find it, but it tells no payments apart
      otherRef: `${number}/${field('Дата')}/${payer}`,
      account,
      purpose,
    },
  ];
}

/** What the bank says the account has received, where it says so. */
function assertTotals(accounts: Section[], lines: StatementLine[]): void {
  const told = accounts.flatMap(({ fields }) => fields.get('ВсегоПоступило') ?? []);
  if (told.length === 0) return;
  const expected = told.reduce((sum, amount) => sum.add(rubles(amount, 'ВсегоПоступило')), decimal(0));
  const sum = lines.reduce((total, { amountRub }) => total.add(amountRub), decimal(0));
  if (!sum.equals(expected))
    throw new StatementFileError(`The documents bring ${sum.toFixed(2)}, the file says ${expected.toFixed(2)} (ВсегоПоступило).`);
}
