import { assertCreatable } from '../domain/creation';
import { maskName, maskPhone } from '../domain/masking';
import { decimalText } from '../domain/money';
import type { OrderState, OrderTerms } from '../domain/order';
import { assertPayable } from '../domain/payee';
import { bicOf, ibanOf } from '../domain/payee-card';
import { Refusal } from '../domain/refusal';
import { type OrderIntake, Prisma } from '../store/generated/client';
import { readCopy } from '../store/orders';
import { findPartner, savePayeeCard } from '../store/partners';
import type { Api, Caller } from './api';
import type { GatewayNeeds } from './needs';

/**
 * Takes an order in: what is personal stays here, sealed; the rest starts the order's workflow. A known order_id gives the order it stands for: the first
 * body that was registered is the order, whatever comes later.
 */
export async function takeIn(needs: GatewayNeeds, caller: Caller, body: Api['CreateOrder']): Promise<OrderState> {
  const paOrderId = needs.ids.paOrderId(caller.clientId, body.order_id);
  const [known, registered] = await Promise.all([readCopy(needs.db, paOrderId), needs.intakes.find(paOrderId)]);
  if (known && registered) return known;
  const terms = storedTerms(registered) ?? (await registeredTerms(needs, caller, paOrderId, body, known !== undefined));
  return known ?? needs.commands.open(terms);
}

/** @param isOrder it is one already, and a restored database has lost what it was registered with. @throws Refusal when the body cannot become an order */
async function registeredTerms(
  needs: GatewayNeeds,
  caller: Caller,
  paOrderId: string,
  body: Api['CreateOrder'],
  isOrder: boolean,
): Promise<OrderTerms> {
  if (!isOrder && !(await needs.flags()).new_orders_enabled)
    throw new Refusal('SERVICE_UNAVAILABLE', 'New orders are not taken at this moment; try again later.');
  if (!isOrder) assertCreatable(body, new Date());
  await settlePartner(needs, caller.clientId, body);
  const terms = termsOf(needs, caller, paOrderId, body);
  return storedTerms(await register(needs, terms, body)) ?? terms;
}

const storedTerms = (intake: OrderIntake | undefined): OrderTerms | undefined => (intake?.terms ?? undefined) as OrderTerms | undefined;

/** The partner's card, made or updated by the order where it brings one. @throws Refusal when the partner could not be paid */
async function settlePartner({ db }: GatewayNeeds, operatorId: string, { scenario, service, partner: block }: Api['CreateOrder']): Promise<void> {
  const known = await findPartner(db, operatorId, service.partner_id);
  if (scenario === 'PAYMENT_LINK' || !block) {
    if (!known && scenario === 'INVOICE') {
      throw new Refusal('PARTNER_DETAILS_REQUIRED', `${service.partner_id} is not known; a partner block registers it.`);
    }
    return assertPayable(known, scenario);
  }
  const iban = ibanOf('partner.iban', block.iban);
  const swift_bic = bicOf('partner.swift_bic', block.swift_bic);
  if (known) assertPayable({ ...known, iban, swiftBic: swift_bic }, scenario);
  await savePayeeCard(db, operatorId, service.partner_id, { ...block, iban, swift_bic, country: block.country ?? service.country }, known);
}

function termsOf({ ids, settings }: GatewayNeeds, { clientId }: Caller, paOrderId: string, body: Api['CreateOrder']): OrderTerms {
  const { type, country, partner_id, amount_local, currency_local } = body.service;
  return {
    pa_order_id: paOrderId,
    operator_id: clientId,
    cso_order_id: body.order_id,
    scenario: body.scenario,
    service: { type, country, partner_id },
    amount_local: decimalText(amount_local),
    currency_local,
    uin: ids.uin(clientId, body.order_id),
    deadline: new Date(body.deadline).toISOString(),
    ttl_hours: settings.ORDER_TTL_HOURS,
    actor: `cso:${clientId}`,
  };
}

function register(
  { intakes, box }: GatewayNeeds,
  terms: OrderTerms,
  { client, service, invoice, payment_link, callback_url }: Api['CreateOrder'],
): Promise<OrderIntake> {
  const { name, phone } = client;
  return intakes.register({
    paOrderId: terms.pa_order_id,
    operatorId: terms.operator_id,
    orderId: terms.cso_order_id,
    uin: terms.uin,
    partnerId: terms.service.partner_id,
    clientId: client.client_id,
    nameSealed: name ? box.seal(name) : null,
    nameMasked: name ? maskName(name) : null,
    phoneSealed: phone ? box.seal(phone) : null,
    phoneMasked: phone ? maskPhone(phone) : null,
    serviceMeta: (service.meta as Prisma.InputJsonObject | undefined) ?? Prisma.DbNull,
    invoice: invoice ? invoiceOf(invoice) : Prisma.DbNull,
    paymentLink: payment_link ?? null,
    callbackUrl: callback_url,
    terms: { ...terms },
  });
}

const invoiceOf = ({ invoice_id, file_url, file_hash_sha256, due_date }: NonNullable<Api['CreateOrder']['invoice']>): Prisma.InputJsonObject => ({
  invoice_id,
  file_url,
  ...(file_hash_sha256 ? { file_hash_sha256 } : {}),
  ...(due_date ? { due_date } : {}),
});
