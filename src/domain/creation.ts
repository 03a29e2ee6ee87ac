import { decimalText, isPayable } from './money';
import type { Scenario } from './order';
import { invalid, Refusal } from './refusal';
import { timestampOf } from './timestamp';

interface Asked {
  scenario: Scenario;
  service: { amount_local: number; currency_local: string };
  invoice?: object;
  payment_link?: string;
  deadline: string;
}

/**
 * Whether an order can be taken as it is asked for, apart from its partner.
 * @throws Refusal INVOICE_REQUIRED, PAYMENT_LINK_REQUIRED, VALIDATION_ERROR (deadline in the past or beyond 9999, an amount that no bank can transfer)
 */
export function assertCreatable({ scenario, service, invoice, payment_link, deadline }: Asked, now: Date): void {
  if (scenario === 'INVOICE' && !invoice) throw new Refusal('INVOICE_REQUIRED', 'An INVOICE order needs an invoice.');
  if (scenario === 'PAYMENT_LINK' && !payment_link) throw new Refusal('PAYMENT_LINK_REQUIRED', 'A PAYMENT_LINK order needs a payment_link.');
  if (!(new Date(timestampOf('deadline', deadline)) > now)) throw invalid('deadline', 'is in the past');
  if (!isPayable(decimalText(service.amount_local), service.currency_local)) {
    throw invalid('service.amount_local', `has more decimals than ${service.currency_local} has`);
  }
}
