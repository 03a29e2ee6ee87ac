import { isDeepStrictEqual } from 'node:util';
import type { FxRequest, PayoutRequest, RefundRequest } from '../../src/providers/ports';
import type { Violation } from '../../src/reconciliation/violation';
import type { Database } from '../../src/store/database';
import type { Bank } from './bank';
import type { Ordered } from './caller';

type Terms = Record<string, string | number | undefined>;

/** What the bank was asked for, beside what the callers ordered and paid. */
export async function termsViolations(db: Database, bank: Bank, ordered: Map<string, Ordered>): Promise<Violation[]> {
  const [partners, rates] = await Promise.all([
    db.partner.findMany(),
    db.$queryRaw<{ id: string; rate: string }[]>`SELECT pa_order_id AS id, state -> 'fx' ->> 'rate' AS rate FROM orders`,
  ]);
  const due = (rail: string, id: string, { body, uin, amount_rub }: Ordered): Terms => {
    const { amount_local: amount, currency_local: currency, partner_id } = body.service;
    if (rail === 'refunds') return { uin, amount: amount_rub };
    if (rail === 'fx-deals') return { currency, amount, rate: rates.find((r) => r.id === id)?.rate };
    if (body.scenario === 'PAYMENT_LINK') return { currency, amount, to: body.payment_link };
    const iban = partners.find((p) => p.partnerId === partner_id)?.iban;
    return { currency, amount, to: iban ?? '', message: `:33B:${currency}${amount}, :59:/${iban}` };
  };
  return [...bank.asked].flatMap(([key, { rail, terms }]) => {
    const id = key.split(':')[0] ?? '';
    const order = ordered.get(id);
    const [asked, owed] = [told(rail, terms), order && due(rail, id, order)];
    if (isDeepStrictEqual(asked, owed)) return [];
    return [{ invariant: 'the bank is asked for what was ordered', subject: key, detail: `${JSON.stringify(asked)}, not ${JSON.stringify(owed)}` }];
  });
}

function told(rail: string, terms: object): Terms {
  if (rail === 'refunds') {
    const { uin, amount_rub } = terms as RefundRequest;
    return { uin, amount: Number(amount_rub) };
  }
  const { currency, amount } = terms as FxRequest | PayoutRequest;
  if (rail === 'fx-deals') return { currency, amount: Number(amount), rate: (terms as FxRequest).rate };
  const { to } = terms as PayoutRequest;
  if (to.type === 'card') return { currency, amount: Number(amount), to: to.payment_link };
  const fields = /^:33B:\S+|^:59:\S+/gm;
  return { currency, amount: Number(amount), to: to.iban, message: to.mt103.match(fields)?.join(' ') };
}
