import { randomUUID } from 'node:crypto';
import { invoiceOrder } from '../scripts/sample-orders';
import type { components } from '../src/gateway/generated/openapi';

type CreateOrder = components['schemas']['CreateOrder'];

const PARTNER_ID = `BENCH-${randomUUID()}`;

/** The partner is new with this run and has an address of its own, so ten webhooks are owed: eight to the operator, two to the partner. */
export function sampleOrder(callbackUrl: string): CreateOrder {
  const order = invoiceOrder(callbackUrl);
  return {
    ...order,
    order_id: `B-${randomUUID()}`,
    service: { ...order.service, partner_id: PARTNER_ID },
    partner: {
      legal_name: 'Villa Misura S.r.l.',
      iban: 'IT60X0542811101000000123456',
      swift_bic: 'UNCRITMM',
      country: 'IT',
      webhook_url: callbackUrl,
    },
  };
}
