import { assertPayable } from '../src/domain/payee';
import { assertCollectable, markedUp, price } from '../src/domain/pricing';
import { Refusal } from '../src/domain/refusal';
import { commissionFor, configInForce, customerRequisites, markupOf } from '../src/store/config';
import type { Database } from '../src/store/database';
import { findPartner } from '../src/store/partners';
import { baseRate } from '../src/store/rates';
import { recently } from '../src/store/recently';
import { toFailure } from '../src/temporal/refusal-failure';
import type { Activities, Offer, OfferRequest } from './types';

interface Needs {
  db: Database;
  markupPercent: string;
  /** Host of the customer's payment page. */
  payUrl: string;
}

/** What an order is offered now: rate, commission, requisites. Nothing is reserved; what staff change counts a second later at most. */
export function offerActivities({ db, markupPercent, payUrl }: Needs): Pick<Activities, 'makeOffer'> {
  const pricing = configInForce(db, 'pricing');
  const requisites = configInForce(db, 'requisites');
  const rate = recently(async (currency) => ({ base: await baseRate(db, currency) }));

  const offer = async (request: OfferRequest): Promise<Offer> => {
    const [quoted, set, ours, partner] = await Promise.all([
      rate(request.currency),
      pricing(),
      requisites(),
      findPartner(db, request.operator_id, request.partner_id),
    ]);
    assertPayable(partner, request.scenario);
    if (!quoted) throw new Error('the rate could not be read');
    const terms = {
      base_rate: quoted.base,
      markup_percent: markupOf(set, markupPercent),
      commission_percent: commissionFor(set, request.partner_id),
    };
    if (request.amount) {
      assertCollectable(price(request.amount, markedUp(terms.base_rate, terms.markup_percent), terms.commission_percent).amount_rub);
    }
    return {
      ...terms,
      vat_percent: set.vat_percent,
      requisites: customerRequisites(ours),
      payment_url: `${payUrl}/pay/${request.pa_order_id}?uin=${request.uin}`,
    };
  };
  return {
    makeOffer: (request) =>
      offer(request).catch((error: unknown) => {
        throw error instanceof Refusal ? toFailure(error) : error;
      }),
  };
}
