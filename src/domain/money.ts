import { Decimal } from 'decimal.js';

/** A decimal number as text, e.g. `1234.56`: how money and rates are kept and passed. Never a binary float. */
export type DecimalText = string;

/** Decimal arithmetic, half up, with digits to spare for any product of an amount and a rate. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 60 });

const MINOR_DIGITS: Record<string, number> = { JPY: 0, KRW: 0, VND: 0, CLP: 0, ISK: 0, BHD: 3, IQD: 3, JOD: 3, KWD: 3, OMR: 3, TND: 3 };

/** Decimals of a currency (the exponent in ISO 4217). */
export const minorDigits = (currency: string): number => MINOR_DIGITS[currency] ?? 2;

export const decimal = (value: DecimalText | number): Decimal => new Exact(value);

/** Text of a number as a caller wrote it in JSON, without an exponent: 0.1 becomes `0.1`. */
export const decimalText = (value: DecimalText | number): DecimalText => decimal(value).toFixed();

/** Rounds half up to `digits` decimals and keeps them: `12` becomes `12.00`. */
export const rounded = (value: Decimal, digits = 2): DecimalText => value.toDecimalPlaces(digits).toFixed(digits);

export const sameAmount = (a: DecimalText, b: DecimalText): boolean => decimal(a).equals(b);

/** Whether a bank can transfer this amount: no more decimals than the currency has. */
export const isPayable = (amount: DecimalText, currency: string): boolean => decimal(amount).decimalPlaces() <= minorDigits(currency);

/** Whether a fee can be taken from an amount. */
export const isDeductible = (fee: DecimalText, amount: DecimalText, currency: string): boolean =>
  isPayable(fee, currency) && !decimal(fee).isNegative() && !decimal(fee).greaterThan(amount);

/** A JSON number for the interface. Exact for up to 15 significant digits. */
export const toNumber = (value: DecimalText): number => decimal(value).toNumber();
