import type { Offer, OfferRequest } from '../activities/types';
import type { CommandInputs } from '../src/domain/command-inputs';
import { markedUp, price } from '../src/domain/pricing';
import { assertTakes } from '../src/domain/rules';
import { refusalIn } from './failures';
import { earlier, now, type OrderRecord } from './order-record';
import { atOnce, patiently } from './storage';

/** An Update keeps its outcome: one that failed because the database was away could never be repeated. */
async function offerFor(request: OfferRequest): Promise<Offer> {
  try {
    return await atOnce.makeOffer(request);
  } catch (error) {
    if (refusalIn(error)) throw error;
    return patiently('Read rate and requisites').makeOffer(request);
  }
}

const RATE_VALID_MS = 24 * 3_600_000;

/** One call, two moves: the rate is fixed for 24 hours, and requisites with a UIN are issued. */
export async function issuePaymentDetails(record: OrderRecord, { actor, type }: CommandInputs['issuePaymentDetails']): Promise<void> {
  const { pa_order_id, operator_id, scenario, service, currency_local: currency, amount_local: amount, uin } = record.state;
  const offer = await offerFor({ pa_order_id, operator_id, partner_id: service.partner_id, scenario, amount, currency, uin });
  assertTakes('issuePaymentDetails', record.state, new Date()); // it may have expired meanwhile
  fixRate(record, actor, offer);
  issueRequisites(record, actor, offer, type ?? (scenario === 'INVOICE' ? 'bank_transfer' : 'payment_link'));
}

function fixRate(record: OrderRecord, actor: string, offer: Offer): void {
  const { state } = record;
  const rate = markedUp(offer.base_rate, offer.markup_percent);
  const { amount_rub, commission_rub, base_rub } = price(state.amount_local, rate, offer.commission_percent);
  state.fx = { rate, fixed_at: now(), expires_at: new Date(Date.now() + RATE_VALID_MS).toISOString() };
  state.amount_rub = amount_rub;
  state.commission = { rate_percent: offer.commission_percent, amount_rub: commission_rub, vat_included: true, vat_percent: offer.vat_percent };
  state.expires_at = earlier(state.expires_at, state.fx.expires_at);
  const { base_rate, markup_percent, commission_percent } = offer;
  record.move('fix_rate', actor, { payload: { ...state.fx, base_rate, markup_percent, commission_percent, base_rub, commission_rub, amount_rub } });
}

function issueRequisites(record: OrderRecord, actor: string, offer: Offer, type: 'bank_transfer' | 'payment_link'): void {
  const { state } = record;
  state.payment_details = {
    type,
    ...offer.requisites,
    purpose: `Оплата по заказу ${state.cso_order_id}. УИН ${state.uin}`,
    uin: state.uin,
    ...(type === 'payment_link' ? { url: offer.payment_url } : {}),
  };
  record.move('issue_payment_details', actor, { payload: { type, uin: state.uin, amount_rub: state.amount_rub, account: offer.requisites.account } });
}
