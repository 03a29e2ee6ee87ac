import type { Database } from './database';
import type { Partner } from './generated/client';

export interface PayeeCard {
  legal_name: string;
  iban: string;
  swift_bic: string;
  country: string;
  webhook_url?: string;
}

/** The card an operator's orders use: its own where it has one, else the one registered by us. */
export async function findPartner(db: Database, operatorId: string, partnerId: string): Promise<Partner | undefined> {
  const cards = await db.partner.findMany({ where: { partnerId, operatorId: { in: [operatorId, ''] } } });
  return cards.find((c) => c.operatorId === operatorId) ?? cards[0];
}

/**
 * Creates the operator's card of a partner, or updates it; one that says the same is left alone. A partner registered by us gets a copy that is the operator's alone: no operator can
 * redirect another one's payouts.
 */
export async function savePayeeCard(db: Database, operatorId: string, partnerId: string, card: PayeeCard, known?: Partner): Promise<void> {
  const details = { legalName: card.legal_name, iban: card.iban, swiftBic: card.swift_bic, country: card.country };
  const webhook = card.webhook_url === undefined ? {} : { webhookUrl: card.webhook_url };
  const asked = { ...details, ...webhook };
  if (known?.operatorId === operatorId && Object.entries(asked).every(([field, value]) => known[field as keyof Partner] === value)) return;
  const { currency = null, paymentForm = null, webhookUrl = null, scenarios = ['INVOICE'] } = known ?? {};
  await db.partner.upsert({
    where: { operatorId_partnerId: { operatorId, partnerId } },
    create: { operatorId, partnerId, currency, paymentForm, webhookUrl, scenarios, ...asked },
    update: asked,
  });
}
