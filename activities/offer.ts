import { assertPayable } from '../src/domain/payee';
import { Refusal } from '../src/domain/refusal';
import { commissionFor, customerRequisites, readConfig } from '../src/store/config';
import type { Database } from '../src/store/database';
import { findPartner } from '../src/store/partners';
import { baseRate } from '../src/store/rates';
import { toFailure } from '../src/temporal/refusal-failure';
import type { Activities, Offer, OfferRequest } from './types';

interface Needs {
  db: Database;
  markupPercent: string;
  /** Host of the customer's payment page. */
  payUrl: string;
}

/** What an order is offered now: rate, commission, requisites. Nothing is reserved. */
export const offerActivities = (needs: Needs): Pick<Activities, 'makeOffer'> => ({
  async makeOffer(request) {
    try {
      return await offer(needs, request);
    } catch (error) {
      throw error instanceof Refusal ? toFailure(error) : error;
    }
  },
});

async function offer({ db, markupPercent, payUrl }: Needs, request: OfferRequest): Promise<Offer> {
  const [base_rate, partner, pricing, requisites] = await Promise.all([
    baseRate(db, request.currency),
    findPartner(db, request.operator_id, request.partner_id),
    readConfig(db, 'pricing'),
    readConfig(db, 'requisites'),
  ]);
  assertPayable(partner, request.scenario);
  return {
    base_rate,
    markup_percent: markupPercent,
    commission_percent: commissionFor(pricing, request.partner_id),
    requisites: customerRequisites(requisites),
    payment_url: `${payUrl}/pay/${request.pa_order_id}?uin=${request.uin}`,
  };
}
