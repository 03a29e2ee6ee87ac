import { digest } from '../security/identity';
import type { SealedBox } from '../security/sealed-box';
import type { Pricing, SettlementRequisites } from './config';
import type { Database } from './database';

const sandboxClient = (id: string) => ({
  client_id: id,
  client_secret: `${id}-secret`,
  api_key: `${id}-key`,
  webhook_secret: `${id}-webhook-secret`,
});

/** Credentials that every sandbox has. */
export const SANDBOX_CLIENTS = [sandboxClient('cso-demo'), sandboxClient('cso-demo-2')] as const;

/** Who can look and who can approve, beside the administrator of the settings. */
export const SANDBOX_STAFF = [
  { username: 'viewer', role: 'viewer', password: 'viewer-demo' },
  { username: 'admin-2', role: 'admin', password: 'admin-2-demo' },
] as const;

const BASE_RATES = {
  EUR: '95.91',
  USD: '88.50',
  AED: '24.10',
  TRY: '2.45',
  CNY: '12.30',
  GBP: '112.30',
  HKD: '11.35',
  THB: '2.55',
  SGD: '67.80',
  JPY: '0.59',
  MVR: '5.75',
};

const shared = { operatorId: '', webhookUrl: null };
const PARTNERS = [
  {
    ...shared,
    partnerId: 'PARTNER-777',
    legalName: 'Villa Aurelia S.r.l.',
    country: 'IT',
    currency: 'EUR',
    scenarios: ['INVOICE'],
    iban: 'IT60X0542811101000000123456',
    swiftBic: 'UNCRITMM',
    paymentForm: null,
  },
  {
    ...shared,
    partnerId: 'PARTNER-512',
    legalName: 'Palm Concierge FZ-LLC',
    country: 'AE',
    currency: 'AED',
    scenarios: ['INVOICE', 'PAYMENT_LINK'],
    iban: 'AE070331234567890123456',
    swiftBic: 'EBILAEAD',
    paymentForm: 'https://pay.partner-512.example/form',
  },
  {
    ...shared,
    partnerId: 'PARTNER-301',
    legalName: 'Bosphorus Turizm A.S.',
    country: 'TR',
    currency: 'TRY',
    scenarios: ['PAYMENT_LINK'],
    iban: null,
    swiftBic: null,
    paymentForm: 'https://pay.partner-301.example/form',
  },
];

const PRICING: Pricing = { commission_percent: '2.0', partner_commission_percent: {}, vat_percent: '22' };

const REQUISITES: SettlementRequisites = {
  recipient_name: 'ООО «Платёжный агент»',
  inn: '7701234560',
  account: '40702810600000000001',
  bank_bik: '044525999',
  bank_name: 'АО «Песочница Банк»',
  correspondent_account: '30101810600000000999',
  sender_bic: 'SANDRUMM',
  sender_name: 'PAYMENT AGENT LLC',
  sender_account: '40702810600000000001',
};

/** What a sandbox begins with; what is there already stays as it is. */
export async function seedSandbox(db: Database, box: SealedBox): Promise<void> {
  const clients = SANDBOX_CLIENTS.map((c) => ({
    clientId: c.client_id,
    name: `Sandbox operator ${c.client_id}`,
    secretHash: digest(c.client_secret),
    apiKeyHash: digest(c.api_key),
    scopes: ['orders:read', 'orders:write'],
    webhookSecrets: [box.seal(c.webhook_secret)],
  }));
  const rates = Object.entries(BASE_RATES).map(([currency, base]) => ({ currency, base }));
  const config = [
    { key: 'pricing', value: PRICING },
    { key: 'requisites', value: REQUISITES },
  ];
  await db.$transaction([
    db.apiClient.createMany({ data: clients, skipDuplicates: true }),
    db.partner.createMany({ data: PARTNERS, skipDuplicates: true }),
    db.fxRate.createMany({ data: rates, skipDuplicates: true }),
    db.config.createMany({ data: config, skipDuplicates: true }),
  ]);
}
