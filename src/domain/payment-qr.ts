import { type DecimalText, decimal } from './money';

export interface PaymentOrder {
  recipient_name: string;
  account: string;
  bank_name: string;
  bank_bik: string;
  correspondent_account: string;
  inn: string;
  amount_rub: DecimalText;
  purpose: string;
  uin: string;
}

/** What may stand between fields: the first of them that no value holds. */
const SEPARATORS = ['|', '~', '^', '#', '`'];

/** Text of a payment QR code by GOST R 56042-2014, in UTF-8: what a bank's app fills its payment order from. */
export function paymentQr(p: PaymentOrder): string {
  const fields = {
    Name: p.recipient_name,
    PersonalAcc: p.account,
    BankName: p.bank_name,
    BIC: p.bank_bik,
    CorrespAcc: p.correspondent_account,
    PayeeINN: p.inn,
    Sum: decimal(p.amount_rub).mul(100).toFixed(0),
    Purpose: p.purpose,
    UIN: p.uin,
  };
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value.replace(/\s+/g, ' ').trim()}`);
  const separator = SEPARATORS.find((s) => !pairs.some((pair) => pair.includes(s)));
  if (!separator) throw new Error('no separator is left for the payment QR code');
  return ['ST00012', ...pairs].join(separator);
}
