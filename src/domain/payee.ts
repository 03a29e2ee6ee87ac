import type { Scenario } from './order';
import { Refusal } from './refusal';

/** What a partner's card says about paying it. */
export interface Payee {
  partnerId: string;
  scenarios: string[];
  iban: string | null;
  swiftBic: string | null;
  paymentForm: string | null;
}

/**
 * Checked when an order is created and again before requisites are issued: no rubles are taken for a payout that cannot be made.
 * @throws Refusal PARTNER_NOT_REGISTERED, SCENARIO_NOT_SUPPORTED_BY_PARTNER, PARTNER_PAYOUT_DETAILS_MISSING, PARTNER_PAYMENT_LINK_MISSING
 */
export function assertPayable(payee: Payee | undefined, scenario: Scenario): asserts payee is Payee {
  if (!payee) throw new Refusal('PARTNER_NOT_REGISTERED', 'The service does not know this partner.');
  const { partnerId, scenarios } = payee;
  if (!scenarios.includes(scenario)) {
    throw new Refusal('SCENARIO_NOT_SUPPORTED_BY_PARTNER', `${partnerId} does not work with ${scenario}.`, { supported_scenarios: scenarios });
  }
  if (scenario === 'INVOICE' && !(payee.iban && payee.swiftBic)) {
    throw new Refusal('PARTNER_PAYOUT_DETAILS_MISSING', `${partnerId} has no IBAN and BIC to pay to.`);
  }
  if (scenario === 'PAYMENT_LINK' && !payee.paymentForm) {
    throw new Refusal('PARTNER_PAYMENT_LINK_MISSING', `${partnerId} has no payment form to pay on.`);
  }
}
