import { type DecimalText, decimal, minorDigits } from './money';
import { toSwiftText } from './swift-text';

export interface Party {
  account: string;
  /** Name, then address lines. */
  lines: string[];
}

/** A single customer credit transfer. Charges are shared (SHA): the correspondent's fee is taken from the amount on its way. */
export interface CustomerTransfer {
  /** Field 20: up to 16 characters, no slash first or last, no double slash. */
  reference: string;
  /** Field 121 of block 3: lower-case version 4 UUID. */
  uetr: string;
  senderBic: string;
  /** YYYY-MM-DD. */
  valueDate: string;
  currency: string;
  amount: DecimalText;
  orderingCustomer: Party;
  beneficiary: Party;
  beneficiaryBic: string;
  remittance: string;
}

const LINE = 35;
const REFERENCE = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]{1,16}(?<!\/)$/;

/**
 * The MT103 message of a transfer, lines ended by CR LF.
 * @throws RangeError when a field cannot hold its value (reference, amount)
 */
export function mt103(t: CustomerTransfer): string {
  if (!REFERENCE.test(t.reference)) throw new RangeError(`field 20 cannot hold ${t.reference}`);
  const amount = swiftAmount(t.amount, t.currency);
  const fields = [
    `:20:${t.reference}`,
    ':23B:CRED',
    `:32A:${t.valueDate.replaceAll('-', '').slice(2)}${t.currency}${amount}`,
    `:33B:${t.currency}${amount}`,
    `:50K:${party(t.orderingCustomer)}`,
    `:57A:${t.beneficiaryBic}`,
    `:59:${party(t.beneficiary)}`,
    `:70:${wrap([t.remittance]).join('\r\n')}`,
    ':71A:SHA',
  ];
  const blocks = [`{1:F01${logicalTerminal(t.senderBic)}0000000000}`, `{2:I103${logicalTerminal(t.beneficiaryBic)}N}`, `{3:{121:${t.uetr}}}`];
  return `${blocks.join('')}{4:\r\n${fields.join('\r\n')}\r\n-}`;
}

/** `1234,56`; a comma always, as many decimals as the currency has at most, 15 characters at most. */
export function swiftAmount(amount: DecimalText, currency: string): string {
  const value = decimal(amount);
  if (value.decimalPlaces() > minorDigits(currency)) throw new RangeError(`${currency} has no such fraction: ${amount}`);
  const text = value.toFixed().replace('.', ',');
  const withComma = text.includes(',') ? text : `${text},`;
  if (withComma.length > 15) throw new RangeError(`field 32A cannot hold ${amount}`);
  return withComma;
}

const party = (p: Party): string => [`/${p.account}`, ...wrap(p.lines)].join('\r\n');

/** Up to four lines of 35 characters of the SWIFT character set; none begins with `:` or `-`. */
function wrap(lines: string[]): string[] {
  const wrapped = lines.flatMap((line) => toSwiftText(line).match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []);
  return wrapped.slice(0, 4).map((line) => line.replace(/^[:-]+/, '').trim() || '.');
}

const logicalTerminal = (bic: string): string => `${bic.slice(0, 8)}A${bic.slice(8).padEnd(3, 'X')}`;
