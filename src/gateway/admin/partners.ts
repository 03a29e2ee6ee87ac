import { Router } from 'express';
import { bicOf, ibanOf } from '../../domain/payee-card';
import { invalid, Refusal } from '../../domain/refusal';
import type { Partner } from '../../store/generated/client';
import type { Page } from '../../store/page';
import { type CardChange, changeCard, listPartners, registerPartner } from '../../store/partners';
import { type Api, actorOf, param } from '../api';
import type { GatewayNeeds } from '../needs';
import { presentPartner } from './present';

/** Payee cards: those registered by us, and those that operators' orders made. */
export function partnerRoutes({ db }: GatewayNeeds): Router {
  const router = Router();

  router.get('/v1/admin/partners', async (req, res) => {
    const { q, limit, offset } = req.query as unknown as Page & { q?: string };
    const { items, total } = await listPartners(db, q, { limit, offset });
    res.json({ items: items.map(presentPartner), total, limit, offset });
  });

  router.post('/v1/admin/partners', async (req, res) => {
    const body: Api['NewPartner'] = req.body;
    const card = { legalName: body.legal_name, country: body.country, scenarios: body.supported_scenarios, ...changeOf(body) };
    assertUsable(card);
    const made = await registerPartner(db, actorOf(req), { partnerId: body.partner_id, ...card });
    if (!made) throw new Refusal('CONFLICT', `${body.partner_id} is registered already; change its card instead.`);
    res.status(201).json(presentPartner(made));
  });

  router.patch('/v1/admin/partners/:partnerId', async (req, res) => {
    const operatorId = String(req.query.operator_id ?? '');
    const partnerId = param(req, 'partnerId');
    const changed = await changeCard(db, actorOf(req), { operatorId, partnerId }, changeOf(req.body), assertUsable);
    if (!changed) throw new Refusal('NOT_FOUND', `There is no card of ${partnerId}${operatorId ? ` that is ${operatorId}'s own` : ''}.`);
    res.json(presentPartner(changed));
  });

  return router;
}

/** Where a field is null the card has nothing there any more; where it is absent it stays. */
const changeOf = (body: Api['PartnerChange']): CardChange => ({
  legalName: body.legal_name,
  country: body.country,
  currency: body.currency,
  scenarios: body.supported_scenarios,
  iban: body.iban && ibanOf('iban', body.iban),
  swiftBic: body.swift_bic && bicOf('swift_bic', body.swift_bic),
  paymentForm: body.payment_form,
  webhookUrl: body.webhook_url,
});

/** A scenario that a card offers, it can be paid by. @throws Refusal VALIDATION_ERROR */
function assertUsable({
  scenarios,
  iban,
  swiftBic,
  paymentForm,
}: Pick<CardChange, 'iban' | 'swiftBic' | 'paymentForm'> & Pick<Partner, 'scenarios'>): void {
  if (scenarios.includes('INVOICE') && !(iban && swiftBic)) throw invalid('supported_scenarios', 'INVOICE needs iban and swift_bic');
  if (scenarios.includes('PAYMENT_LINK') && !paymentForm) throw invalid('supported_scenarios', 'PAYMENT_LINK needs payment_form');
}
