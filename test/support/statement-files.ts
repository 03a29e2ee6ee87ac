interface Line {
  uin?: string;
  amountRub: string;
  /** The bank's own; in a 1C file, which has none, the payer's number. */
  statementRef: string;
}

const ACCOUNT = '40702810900000012345';
const comma = (amount: string): string => amount.replace('.', ',');
const sum = (lines: Line[]): string => (lines.reduce((total, { amountRub }) => total + BigInt(amountRub.replace('.', '')), 0n) + 100n).toString();
/** One ruble and what the lines bring. */
const closing = (lines: Line[]): string => sum(lines).replace(/(\d\d)$/, '.$1');
const purpose = ({ uin }: Line): string => `Оплата по заказу${uin ? `. УИН ${uin}` : ''}`;

/** Statement files as banks write them, with these credits of 20 November 2026. */
export const WRITERS: Record<'camt.053' | 'MT940' | '1C', (lines: Line[]) => Buffer> = {
  'camt.053': (lines) =>
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><n:BkToCstmrStmt><n:GrpHdr><n:MsgId>M1</n:MsgId></n:GrpHdr><n:Stmt>
<n:Acct><n:Id><n:Othr><n:Id>${ACCOUNT}</n:Id></n:Othr></n:Id></n:Acct><n:TxsSummry><n:TtlCdtNtries><n:NbOfNtries>${lines.length}</n:NbOfNtries></n:TtlCdtNtries></n:TxsSummry>
${lines
  .map(
    (line) => `<n:Ntry><n:Amt Ccy="RUB">${line.amountRub}</n:Amt><n:CdtDbtInd>CRDT</n:CdtDbtInd><n:Sts><n:Cd>BOOK</n:Cd></n:Sts>
<n:BookgDt><n:Dt>2026-11-20</n:Dt></n:BookgDt><n:AcctSvcrRef>${line.statementRef}</n:AcctSvcrRef>
<n:NtryDtls><n:TxDtls><n:RmtInf><n:Ustrd>${purpose(line)}</n:Ustrd></n:RmtInf></n:TxDtls></n:NtryDtls></n:Ntry>`,
  )
  .join('\n')}
</n:Stmt></n:BkToCstmrStmt></n:Document>`),

  MT940: (lines) =>
    Buffer.from(
      [
        '{1:F01SABRRUMMXXXX}{2:O940}{4:',
        ':20:STMT1',
        `:25:${ACCOUNT}`,
        ':28C:1/1',
        ':60F:C261119RUB1,00',
        ...lines.flatMap((line) => [`:61:2611201120C${comma(line.amountRub)}NTRFNONREF//${line.statementRef}`, `:86:${purpose(line)}`]),
        `:62F:C261120RUB${comma(closing(lines))}`,
        '-}',
      ].join('\r\n'),
    ),

  '1C': (lines) =>
    windows1251(
      [
        '1CClientBankExchange',
        'ВерсияФормата=1.03',
        'Кодировка=Windows',
        `РасчСчет=${ACCOUNT}`,
        'СекцияРасчСчет',
        `РасчСчет=${ACCOUNT}`,
        'КонецРасчСчет',
        ...lines.flatMap((line) => [
          'СекцияДокумент=Платежное поручение',
          `Номер=${line.statementRef.split('/')[0]}`,
          'Дата=20.11.2026',
          `Сумма=${line.amountRub}`,
          'ПлательщикРасчСчет=40817810000000000001',
          `ПолучательРасчСчет=${ACCOUNT}`,
          'ДатаПоступило=20.11.2026',
          `Код=${line.uin ?? '0'}`,
          `НазначениеПлатежа=${purpose(line)}`,
          'КонецДокумента',
        ]),
        'КонецФайла',
      ].join('\r\n'),
    ),
};

/** What a 1C file's document is known by. */
export const oneCReference = (number: string): string => `${number}/20.11.2026/40817810000000000001`;

/** Windows-1251 of Cyrillic and ASCII. */
export function windows1251(text: string): Buffer {
  const codes = new Map(Array.from({ length: 256 }, (_, i) => [new TextDecoder('windows-1251').decode(Buffer.from([i])), i]));
  return Buffer.from([...text].map((letter) => codes.get(letter) ?? 63));
}
