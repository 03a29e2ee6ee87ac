import { assertPayable } from '../src/domain/payee';
import { Refusal } from '../src/domain/refusal';
import { commissionFor, customerRequisites, readConfig } from '../src/store/config';
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
  const terms = recently(async () => ({ pricing: await readConfig(db, 'pricing'), requisites: await readConfig(db, 'requisites') }));
  const rate = recently(async (currency) => ({ base: await baseRate(db, currency) }));

  const offer = async (request: OfferRequest): Promise<Offer> => {
    const [quoted, set, partner] = await Promise.all([
      rate(request.currency),
      terms('in force'),
      findPartner(db, request.operator_id, request.partner_id),
    ]);
    assertPayable(partner, request.scenario);
    if (!quoted || !set) throw new Error('the offer could not be read');
    return {
      base_rate: quoted.base,
      markup_percent: markupPercent,
      commission_percent: commissionFor(set.pricing, request.partner_id),
      vat_percent: set.pricing.vat_percent,
      requisites: customerRequisites(set.requisites),
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
