import type { OrderStatus } from './lifecycle';
import { type DecimalText, decimal, rounded } from './money';
import type { OrderState } from './order';

/**
 * Where money can be. The first four are the world outside: each is below zero by what it has brought and above by what it has got. Of the others, what
 * is in them is with us.
 */
export const ACCOUNTS = [
  'customers',
  'fx_desk',
  'partners',
  'correspondents',
  /** Rubles that no order took. */
  'suspense',
  /** Rubles that wait in orders, and currency bought for them. */
  'orders',
  'commission',
  'vat',
  /** Rubles due to go back. */
  'refunds',
  /** Our own: currency bought for orders that were then refunded, against the rubles that their refunds took. */
  'position',
] as const;

export type Account = (typeof ACCOUNTS)[number];

/** One movement: what leaves one account enters another, so that every currency balances by construction. */
export interface Transfer {
  from: Account;
  to: Account;
  currency: string;
  /** Above zero. */
  amount: DecimalText;
}

const RUB = 'RUB';

/** Value added tax within an amount that includes it, to the kopeck. */
export const vatWithin = (amount: DecimalText, percent: DecimalText): DecimalText =>
  rounded(decimal(amount).mul(percent).div(decimal(percent).add(100)));

/**
 * What moves when an order passes from one status to the next. Its funds are with us until it is COMPLETED or REFUNDED; the commission is earned when
 * the partner is paid, and given back with a refund; what the correspondent takes comes out of the partner's amount.
 */
export function transfersOn(order: OrderState, from: OrderStatus | undefined, to: OrderStatus): Transfer[] {
  return transfers(order, from, to).filter(({ amount }) => !decimal(amount).isZero());
}

function transfers(order: OrderState, from: OrderStatus | undefined, to: OrderStatus): Transfer[] {
  const { currency_local: currency, amount_local: bought } = order;
  const received = order.payment_details?.amount_received_rub ?? '0';
  const { amount_rub: commission = '0', vat_percent = '22' } = order.commission ?? {};
  const spent = rounded(decimal(received).sub(commission));
  const vat = vatWithin(commission, vat_percent);
  const earned = rounded(decimal(commission).sub(vat));
  const rub = (source: Account, target: Account, amount: DecimalText): Transfer => ({ from: source, to: target, currency: RUB, amount });
  const foreign = (source: Account, target: Account, amount: DecimalText): Transfer => ({ from: source, to: target, currency, amount });

  switch (to) {
    case 'CLIENT_PAID':
      return [rub('customers', 'orders', received)];
    case 'FX_EXECUTED':
      return [rub('orders', 'fx_desk', spent), foreign('fx_desk', 'orders', bought)];
    case 'PARTNER_PAID': {
      const fee = order.payment_out?.fee ?? '0';
      const arrives = decimal(bought).sub(fee).toFixed();
      return [
        foreign('orders', 'partners', arrives),
        foreign('orders', 'correspondents', fee),
        rub('orders', 'commission', earned),
        rub('orders', 'vat', vat),
      ];
    }
    case 'REFUND_INITIATED':
      if (from === 'CLIENT_PAID') return [rub('orders', 'refunds', received)];
      if (from === 'FX_EXECUTED')
        return [rub('orders', 'refunds', commission), foreign('orders', 'position', bought), rub('position', 'refunds', spent)];
      return [rub('commission', 'refunds', earned), rub('vat', 'refunds', vat), rub('position', 'refunds', spent)];
    case 'REFUNDED':
      return [rub('refunds', 'customers', received)];
    default:
      return [];
  }
}
