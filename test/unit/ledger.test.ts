import fc from 'fast-check';
import { ACCOUNTS, type Account, type Transfer, transfersOn, vatWithin } from '../../src/domain/ledger';
import type { OrderStatus } from '../../src/domain/lifecycle';
import { type DecimalText, decimal } from '../../src/domain/money';
import type { OrderState } from '../../src/domain/order';
import { price } from '../../src/domain/pricing';

const at = '2026-11-20T00:00:00.000Z';

const kopecks = (least: number, most: number) => fc.integer({ min: least, max: most }).map((n) => decimal(n).div(100).toFixed(2));

/** An order that has been paid for, at any amount, rate, commission, VAT and correspondent's fee. */
const orders = fc
  .record({
    amount: kopecks(100, 1_000_000_000),
    rate: kopecks(1, 100_000),
    commission: kopecks(0, 3_000),
    vat: fc.constantFrom('0', '5', '10', '20', '22'),
    fee: kopecks(0, 100),
  })
  .map(({ amount, rate, commission, vat, fee }): OrderState => {
    const { amount_rub, commission_rub } = price(amount, rate, commission);
    return {
      pa_order_id: 'pa_1',
      operator_id: 'cso-demo',
      cso_order_id: 'CSO-1',
      scenario: 'INVOICE',
      status: 'CLIENT_PAID',
      version: 1,
      service: { type: 'villa', country: 'IT', partner_id: 'PARTNER-777' },
      amount_local: amount,
      currency_local: 'EUR',
      uin: '18810177190218155028',
      amount_rub,
      commission: { rate_percent: commission, amount_rub: commission_rub, vat_included: true, vat_percent: vat },
      payment_details: {
        type: 'bank_transfer',
        recipient_name: '',
        inn: '',
        account: '',
        bank_bik: '',
        bank_name: '',
        purpose: '',
        uin: '',
        amount_received_rub: amount_rub,
      },
      payment_out: { type: 'swift', amount_sent: amount, currency_sent: 'EUR', fee, value_date: '2026-11-20' },
      documents: [],
      deadline: at,
      expires_at: at,
      created_at: at,
      updated_at: at,
    };
  });

const PAID_OUT: OrderStatus[] = ['AWAITING_PAYMENT', 'CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID', 'COMPLETED'];
const refundedAfter = (status: OrderStatus): OrderStatus[] => [...PAID_OUT.slice(0, PAID_OUT.indexOf(status) + 1), 'REFUND_INITIATED', 'REFUNDED'];

const along = (order: OrderState, path: OrderStatus[]): Transfer[] => path.slice(1).flatMap((to, i) => transfersOn(order, path[i], to));

function balances(transfers: Transfer[]): (account: Account, currency: string) => DecimalText {
  return (account, currency) =>
    transfers
      .filter((t) => t.currency === currency)
      .reduce((sum, t) => (t.to === account ? sum.add(t.amount) : t.from === account ? sum.sub(t.amount) : sum), decimal(0))
      .toFixed(2);
}

it('a paid-out order leaves nothing with us but commission and its tax', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const balance = balances(along(order, PAID_OUT));
      const { amount_rub = '0' } = order.commission ?? {};
      expect(balance('customers', 'RUB')).toBe(
        decimal(order.amount_rub ?? '0')
          .neg()
          .toFixed(2),
      );
      expect([balance('orders', 'RUB'), balance('orders', 'EUR'), balance('fx_desk', 'EUR')]).toEqual([
        '0.00',
        '0.00',
        decimal(order.amount_local).neg().toFixed(2),
      ]);
      expect(decimal(balance('partners', 'EUR')).add(balance('correspondents', 'EUR')).toFixed(2)).toBe(order.amount_local);
      expect(decimal(balance('commission', 'RUB')).add(balance('vat', 'RUB')).toFixed(2)).toBe(amount_rub);
      expect(balance('vat', 'RUB')).toBe(vatWithin(amount_rub, order.commission?.vat_percent ?? ''));
    }),
  );
});

it.each(['CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID'] as const)('a refund from %s gives the customer all of it back, and no more', (status) => {
  fc.assert(
    fc.property(orders, (order) => {
      const balance = balances(along(order, refundedAfter(status)));
      for (const account of ['customers', 'orders', 'refunds', 'commission', 'vat', 'suspense'] as const)
        expect(balance(account, 'RUB')).toBe('0.00');
      expect(balance('orders', 'EUR')).toBe('0.00');
      const spent = status === 'CLIENT_PAID' ? '0.00' : balance('fx_desk', 'RUB');
      expect(balance('position', 'RUB')).toBe(decimal(spent).neg().toFixed(2));
      expect(balance('position', 'EUR')).toBe(status === 'FX_EXECUTED' ? order.amount_local : '0.00');
    }),
  );
});

it('only outside accounts and our own position are ever below zero', () => {
  const outside: Account[] = ['customers', 'fx_desk', 'partners', 'correspondents', 'position'];
  const paths = [PAID_OUT, ...(['CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID'] as const).map(refundedAfter)];
  fc.assert(
    fc.property(orders, fc.constantFrom(...paths), (order, path) => {
      for (let length = 1; length <= path.length; length++) {
        const balance = balances(along(order, path.slice(0, length)));
        for (const account of ACCOUNTS.filter((a) => !outside.includes(a))) {
          for (const currency of ['RUB', 'EUR'])
            expect(decimal(balance(account, currency)).isNegative() && balance(account, currency) !== '0.00').toBe(false);
        }
      }
    }),
  );
});

it('VAT is what is included, half up to the kopeck', () => {
  expect(vatWithin('122.00', '22')).toBe('22.00');
  expect(vatWithin('2920.50', '22')).toBe('526.65');
  expect(vatWithin('100.00', '0')).toBe('0.00');
});
