import fc from 'fast-check';
import { uinFromDigest } from '../../src/domain/uin';
import { readStatementFile } from '../../src/statements/read';
import { oneCReference, WRITERS, windows1251 } from '../support/statement-files';

const formats = ['camt.053', 'MT940', '1C'] as const;
const UIN = '18810177190218155028';
const one = { uin: UIN, amountRub: '148945.50', statementRef: '42' };
const read = (text: string) => readStatementFile(Buffer.from(text));
const spoiled = (format: (typeof formats)[number], from: string | RegExp, to: string) => {
  const written = WRITERS[format]([one]);
  const text = format === '1C' ? new TextDecoder('windows-1251').decode(written) : written.toString();
  expect(text).toMatch(from);
  const spoilt = text.replace(from, to);
  return () => readStatementFile(format === '1C' ? windows1251(spoilt) : Buffer.from(spoilt));
};

const lines = fc.array(
  fc.record({
    uin: fc.option(
      fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => uinFromDigest(Buffer.from(bytes).toString('hex'))),
      { nil: undefined },
    ),
    amountRub: fc
      .integer({ min: 100, max: 1_000_000_000_00 })
      .map((kopecks) => `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`),
    statementRef: fc.stringMatching(/^[A-Z0-9]{1,14}$/).filter((ref) => ref !== 'NONREF'),
  }),
  { minLength: 1, maxLength: 8 },
);

it.each(formats)('what is written in %s is read back', (format) => {
  fc.assert(
    fc.property(lines, (written) => {
      const file = readStatementFile(WRITERS[format](written));
      expect(file.format).toBe(format);
      expect(file.skipped).toEqual({});
      expect(file.lines.map(({ uin, amountRub, statementRef, otherRef }) => ({ uin, amountRub, statementRef, otherRef }))).toEqual(
        written.map((line) => ({ ...line, ...(format === '1C' ? { statementRef: undefined, otherRef: oneCReference(line.statementRef) } : {}) })),
      );
      expect(new Set(file.lines.map(({ account }) => account))).toEqual(new Set(['40702810900000012345']));
      expect(new Set(file.lines.map(({ receivedAt }) => receivedAt))).toEqual(new Set(['2026-11-19T21:00:00.000Z']));
    }),
    { numRuns: 50 },
  );
});

it.each([
  ['camt.053', /n:AcctSvcrRef>/g, 'n:NtryRef>'],
  ['MT940', 'NONREF//42', '42//NONREF'],
] as const)("in %s a reference that is not the bank's is kept for the reader only", (format, from, to) => {
  const [line] = read(WRITERS[format]([one]).toString().replace(from, to)).lines;
  expect(line).toMatchObject({ otherRef: '42' });
  expect(line?.statementRef).toBeUndefined();
});

describe('a batch in camt.053', () => {
  const tx = (ref: string, amounts: string) =>
    `<TxDtls><Refs><AcctSvcrRef>${ref}</AcctSvcrRef></Refs>${amounts}<RmtInf><Strd><CdtrRefInf><Ref>${UIN}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
  const rub = (amount: string, currency = 'RUB') => `<Amt Ccy="${currency}">${amount}</Amt>`;
  const inDetails = (amount: string, currency = 'RUB') => `<AmtDtls><TxAmt>${rub(amount, currency)}</TxAmt></AmtDtls>`;
  const batch = (...transactions: string[]) =>
    read(`<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="RUB">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><DtTm>2026-11-20T10:00:00+03:00</DtTm></BookgDt><NtryDtls>${transactions.join('')}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`);

  it.each([
    ['Amt', rub('20.00')],
    ['TxAmt', inDetails('20.00')],
    ['Amt beside a foreign TxAmt', rub('20.00') + inDetails('0.20', 'EUR')],
    ['TxAmt beside a foreign Amt', rub('0.20', 'EUR') + inDetails('20.00')],
  ])('is a payment for each transaction, by its rubles in %s', (_where, amounts) => {
    expect(batch(tx('A', rub('10.00')), tx('B', amounts)).lines).toMatchObject([
      { uin: UIN, amountRub: '10.00', statementRef: 'A', receivedAt: '2026-11-20T07:00:00.000Z' },
      { uin: UIN, amountRub: '20.00', statementRef: 'B' },
    ]);
  });

  it('may have a debit in it, which is no payment', () => {
    const { lines, skipped } = batch(tx('A', rub('35.00')), tx('B', `${rub('5.00')}<CdtDbtInd>DBIT</CdtDbtInd>`));
    expect([lines.length, skipped]).toEqual([1, { debit: 1 }]);
  });

  it.each([
    ['does not add up', rub('19.99'), /entry 1: its transactions come to 29.99, it says 30.00/],
    ['names another currency', inDetails('20.00', 'EUR'), /entry 1, transaction 2 has no amount in rubles/],
    ['names no currency', '<Amt>20.00</Amt>', /no amount in rubles/],
  ])('that %s is refused', (_what, amounts, why) => {
    expect(() => batch(tx('A', rub('10.00')), tx('B', amounts))).toThrow(why);
  });
});

it.each([
  ['camt.053', '>CRDT<', '>DBIT<', 'debit', '<n:NbOfNtries>1', '<n:NbOfNtries>0'],
  ['camt.053', '>BOOK<', '>PDNG<', 'not booked', '', ''],
  ['camt.053', 'Ccy="RUB"', 'Ccy="EUR"', 'not in rubles', '', ''],
  ['1C', 'ДатаПоступило=20.11.2026', 'ДатаПоступило=', 'not booked', '', ''],
  ['1C', 'ПолучательРасчСчет=4', 'ПолучательРасчСчет=5', 'debit', '', ''],
] as const)('in %s what is not a credit is left out: %s becomes %s', (format, from, to, why, also, instead) => {
  const written = WRITERS[format]([one]);
  const text = (format === '1C' ? new TextDecoder('windows-1251').decode(written) : written.toString()).replace(from, to).replace(also, instead);
  const file = readStatementFile(format === '1C' ? windows1251(text) : Buffer.from(text));
  expect([file.lines, file.skipped]).toEqual([[], { [why]: 1 }]);
});

it.each([
  ['a debit undone', '<n:RvslInd>true</n:RvslInd><n:BookgDt>', 'CRDT', 'bounced'],
  ['a debit undone, in the other spelling', '<n:RvslInd>1</n:RvslInd><n:BookgDt>', 'CRDT', 'bounced'],
  ['a credit undone', '<n:RvslInd>true</n:RvslInd><n:BookgDt>', 'DBIT', 'taken back'],
  ['a credit', '<n:RvslInd>false</n:RvslInd><n:BookgDt>', 'CRDT', undefined],
])('in camt.053 %s is told apart', (_what, indicator, direction, reversal) => {
  const text = WRITERS['camt.053']([one]).toString().replace('<n:BookgDt>', indicator).replace('>CRDT<', `>${direction}<`);
  const file = read(text.replace('<n:NbOfNtries>1', `<n:NbOfNtries>${direction === 'CRDT' ? 1 : 0}`));
  expect(file.skipped).toEqual({});
  expect(file.lines.map((line) => [line.amountRub, line.statementRef, line.reversal])).toEqual([['148945.50', '42', reversal]]);
});

it('in MT940 debits are left out, what is undone is told apart, and all of it adds up', () => {
  const text = WRITERS.MT940([one]).toString();
  const more =
    ':61:2611201120D10,00NTRFX//D1\r\n:61:2611201120RC1,00NTRFX//R1\r\n:61:2611201120RD3,00NTRFX//R2\r\n:86:Возврат УИН 18810177190218155028\r\n:62F:C261120RUB148938,50';
  const file = read(text.replace(/:62F:.*/, more));
  expect(file.skipped).toEqual({ debit: 1 });
  expect(file.lines.slice(1)).toMatchObject([
    { amountRub: '1.00', statementRef: 'R1', reversal: 'taken back' },
    { amountRub: '3.00', statementRef: 'R2', reversal: 'bounced', uin: UIN },
  ]);
});

it.each([
  ['a camt.053 that is not well-formed', spoiled('camt.053', '</n:Stmt>', ''), /not well-formed at line \d+/],
  ['a camt.053 with entities', () => read('<!DOCTYPE x [<!ENTITY a "b">]><Document/>'), /entities/],
  ['a camt.053 whose count differs', spoiled('camt.053', '<n:NbOfNtries>1', '<n:NbOfNtries>2'), /it says 2/],
  ['a camt.053 without a statement', () => read('<Document/>'), /no statement/],
  ['a credit without a reference', spoiled('camt.053', '<n:AcctSvcrRef>42</n:AcctSvcrRef>', ''), /statement 1, entry 1 has no reference/],
  ['too many decimals', spoiled('camt.053', '148945.50', '148945.501'), /not an amount/],
  ['an MT940 that is cut off', spoiled('MT940', /:62F:.*/, ''), /cut off/],
  ['an MT940 that does not add up', spoiled('MT940', '148945,50NTRF', '148945,51NTRF'), /does not add up/],
  ['an MT940 entry that is none', spoiled('MT940', ':61:2611201120C', ':61:26XX201120C'), /Line \d+: this :61: is not an entry/],
  ['a 1C file that is cut off', spoiled('1C', 'КонецФайла', ''), /cut off/],
  ['a 1C document that is cut off', spoiled('1C', 'КонецДокумента', ''), /cut off/],
  ['a 1C file that does not add up', spoiled('1C', 'КонецРасчСчет', 'ВсегоПоступило=1.00\r\nКонецРасчСчет'), /ВсегоПоступило/],
  ['something else', () => read('Dear bank,'), /none of camt.053, MT940 and 1C/],
  ['a file that is too large', () => readStatementFile(Buffer.alloc(21 * 1024 * 1024)), /bytes/],
])('%s is refused as a whole', (_what, reading, why) => expect(reading).toThrow(why));

it.each([
  ['its name before it', `Оплата УИН ${UIN}`, UIN],
  ['its name in Latin letters', `Payment UIN: ${UIN}, villa`, UIN],
  ['a bare valid number', `Заказ 7 ${UIN}`, UIN],
  ['no valid number', 'Заказ 18810177190218155029', undefined],
  ['two of them', `${UIN} 18810177200104519116`, undefined],
])('finds a UIN by %s', (_how, purpose, uin) => {
  const [line] = read(
    WRITERS.MT940([{ ...one, uin: undefined }])
      .toString()
      .replace('Оплата по заказу', purpose),
  ).lines;
  expect(line?.uin).toBe(uin);
});
