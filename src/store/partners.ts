import { isDeepStrictEqual } from 'node:util';
import { aloneWith, audited } from './audit';
import type { Database } from './database';
import type { Partner, Prisma } from './generated/client';
import { literally } from './like';
import { COUNTED, type Page } from './page';

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

/** Whether a card says already what is asked of it. */
const says = (card: Partner, asked: CardChange): boolean =>
  Object.entries(asked).every(([field, value]) => value === undefined || isDeepStrictEqual(card[field as keyof Partner], value));

/**
 * Creates the operator's card of a partner, or updates it, and records it as the operator's doing; one that says the same is left alone. A partner
 * registered by us gets a copy that is the operator's alone: no operator can redirect another one's payouts.
 */
export async function savePayeeCard(db: Database, operatorId: string, partnerId: string, card: PayeeCard, known?: Partner): Promise<void> {
  const details = { legalName: card.legal_name, iban: card.iban, swiftBic: card.swift_bic, country: card.country };
  const asked = { ...details, ...(card.webhook_url === undefined ? {} : { webhookUrl: card.webhook_url }) };
  if (known?.operatorId === operatorId && says(known, asked)) return; // nearly every order: no turn is taken for it
  const key = { operatorId, partnerId };
  await db.$transaction(async (tx) => {
    const where = { operatorId_partnerId: key };
    await aloneWith(tx, subjectOf(key));
    const before = await tx.partner.findUnique({ where });
    if (before && says(before, asked)) return;
    const { currency = null, paymentForm = null, webhookUrl = null, scenarios = ['INVOICE'] } = known ?? {};
    const create = { ...key, currency, paymentForm, webhookUrl, scenarios, ...asked };
    const after = await tx.partner.upsert({ where, create, update: asked });
    await audited(tx, { subject: subjectOf(key), actor: `cso:${operatorId}`, before, after });
  });
}

export type CardChange = Partial<
  Pick<Partner, 'legalName' | 'country' | 'currency' | 'scenarios' | 'iban' | 'swiftBic' | 'paymentForm' | 'webhookUrl'>
>;

/** Cards by partner, those registered by us first. */
export async function listPartners(db: Database, text: string | undefined, { limit, offset }: Page): Promise<{ items: Partner[]; total: number }> {
  const beginning = { startsWith: literally(text ?? ''), mode: 'insensitive' } as const;
  const where = text === undefined ? {} : { OR: [{ partnerId: beginning }, { legalName: beginning }] };
  const [items, total] = await Promise.all([
    db.partner.findMany({ where, orderBy: [{ partnerId: 'asc' }, { operatorId: 'asc' }], take: limit, skip: offset }),
    db.partner.count({ where, take: COUNTED }),
  ]);
  return { items, total };
}

const subjectOf = ({ operatorId, partnerId }: Pick<Partner, 'operatorId' | 'partnerId'>): string =>
  operatorId ? `partner:${partnerId} of ${operatorId}` : `partner:${partnerId}`;

/** Registers a partner for every operator. @returns undefined when there is one of this id */
export async function registerPartner(
  db: Database,
  actor: string,
  card: Omit<Prisma.PartnerUncheckedCreateInput, 'operatorId'>,
): Promise<Partner | undefined> {
  return db.$transaction(async (tx) => {
    const [made] = await tx.partner.createManyAndReturn({ data: [{ ...card, operatorId: '' }], skipDuplicates: true });
    if (made) await audited(tx, { subject: subjectOf(made), actor, after: made });
    return made;
  });
}

/** Changes a card, and records who did. @param check what must hold of the card as it will be; @returns undefined when there is none */
export async function changeCard(
  db: Database,
  actor: string,
  key: { operatorId: string; partnerId: string },
  change: CardChange,
  check: (card: Partner) => void,
): Promise<Partner | undefined> {
  return db.$transaction(async (tx) => {
    const where = { operatorId_partnerId: key };
    await aloneWith(tx, subjectOf(key));
    const before = await tx.partner.findUnique({ where });
    if (!before || says(before, change)) return before ?? undefined;
    const after = await tx.partner.update({ where, data: change });
    check(after);
    await audited(tx, { subject: subjectOf(key), actor, before, after });
    return after;
  });
}
