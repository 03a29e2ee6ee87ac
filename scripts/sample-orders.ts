import { randomUUID } from 'node:crypto';
import type { components } from '../src/gateway/generated/openapi';

type CreateOrder = components['schemas']['CreateOrder'];

const common = (callback_url: string) => ({
  order_id: `CSO-${randomUUID().slice(0, 13)}`,
  client: { client_id: 'client-000123', name: 'Иван Петров', phone: '+7 916 123-45-67' },
  deadline: new Date(Date.now() + 7 * 24 * 3_600_000).toISOString(),
  callback_url,
});

/** A villa in Italy, invoiced in euros, paid by SWIFT. */
export const invoiceOrder = (callbackUrl: string): CreateOrder => ({
  ...common(callbackUrl),
  scenario: 'INVOICE',
  service: { type: 'villa', country: 'IT', amount_local: 1500, currency_local: 'EUR', partner_id: 'PARTNER-777', meta: { nights: 5 } },
  invoice: { invoice_id: 'INV-2026-118', file_url: 'https://files.example/inv-2026-118.pdf' },
});

/** A yacht in Turkey, paid with a card on the partner's form. */
export const paymentLinkOrder = (callbackUrl: string): CreateOrder => ({
  ...common(callbackUrl),
  scenario: 'PAYMENT_LINK',
  service: { type: 'yacht', country: 'TR', amount_local: 42_000.5, currency_local: 'TRY', partner_id: 'PARTNER-301' },
  payment_link: 'https://pay.partner-301.example/form/8F2K',
});
