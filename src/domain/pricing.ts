import { type DecimalText, decimal, rounded } from './money';
import { invalid } from './refusal';

/** Currency to RUB, with markup: base x (1 + percent / 100), half up to two decimals. */
export const markedUp = (base: DecimalText, markupPercent: DecimalText): DecimalText =>
  rounded(decimal(base).mul(decimal(markupPercent).div(100).add(1)));

export interface Price {
  /** Rubles before commission: amount x rate, to the kopeck. */
  base_rub: DecimalText;
  commission_rub: DecimalText;
  /** All the customer pays. */
  amount_rub: DecimalText;
}

/** What a customer pays in rubles for an amount in the partner's currency. Each part is rounded half up to the kopeck by itself. */
export function price(amountLocal: DecimalText, rate: DecimalText, commissionPercent: DecimalText): Price {
  const base = decimal(rounded(decimal(amountLocal).mul(rate)));
  const commission = decimal(rounded(base.mul(commissionPercent).div(100)));
  return { base_rub: rounded(base), commission_rub: rounded(commission), amount_rub: rounded(base.add(commission)) };
}

/** The bank's callback reports payments of one ruble and more. @throws Refusal VALIDATION_ERROR for less: no rubles for it could ever arrive */
export function assertCollectable(amountRub: DecimalText): void {
  if (decimal(amountRub).lessThan(1)) throw invalid('amount_local', `comes to ${amountRub} RUB; payments begin at 1.00 RUB`);
}
