import { decimal, isDeductible, minorDigits, rounded } from '../src/domain/money';
import { mt103 } from '../src/domain/mt103';
import { type PayoutReceipt, type PayoutRequest, ProviderError, type Providers } from '../src/providers/ports';
import { configInForce, readConfig } from '../src/store/config';
import type { Database } from '../src/store/database';
import { saveDocument } from '../src/store/documents';
import { findPartner } from '../src/store/partners';
import { type Asked, askOnce, type Settled, withdrawOnce } from './ask-once';
import { classified } from './provider-failure';
import type { Activities, PartnerPaid, PartnerPayment } from './types';
import { uetrOf } from './uetr';

interface Needs extends Pick<Providers, 'payout'> {
  db: Database;
}

/** Pays the partner by SWIFT, or with a card on the partner's form, to where the partner's card points when a key is first used. */
export function payoutActivities({ payout, db }: Needs): Pick<Activities, 'payPartner' | 'withdrawPayout'> {
  const flags = configInForce(db, 'flags');
  const rail: Asked<PayoutRequest, PayoutReceipt> = {
    db,
    kind: 'payout',
    rail: payout,
    isOn: async () => (await flags()).payouts_enabled,
    declared: ({ reference = '', fee = '0.00', value_date = today() }) => ({ reference, fee, value_date }),
  };
  return {
    payPartner: (step) => classified(async () => paid(db, step, await askOnce(rail, step, () => payoutRequest(db, step)))),
    withdrawPayout: (step) =>
      classified(async () => {
        const done = await withdrawOnce(rail, step);
        return done && paid(db, step, done);
      }),
  };
}

const today = (): string => new Date().toISOString().slice(0, 10);

async function payoutRequest(db: Database, step: PartnerPayment): Promise<PayoutRequest> {
  const { amount, currency } = step;
  return { amount, currency, to: step.scenario === 'INVOICE' ? await swift(db, step) : await card(db, step) };
}

async function card(db: Database, { pa_order_id }: PartnerPayment): Promise<PayoutRequest['to']> {
  const { paymentLink } = await db.orderIntake.findUniqueOrThrow({ where: { paOrderId: pa_order_id } });
  if (!paymentLink) throw new ProviderError('refused', 'the order has no payment link');
  return { type: 'card', payment_link: paymentLink };
}

async function swift(db: Database, step: PartnerPayment): Promise<PayoutRequest['to']> {
  const [partner, ours] = await Promise.all([findPartner(db, step.operator_id, step.partner_id), readConfig(db, 'requisites')]);
  if (!partner?.iban || !partner.swiftBic) throw new ProviderError('refused', `partner ${step.partner_id} has no IBAN or BIC`);
  const message = mt103({
    reference: step.pa_order_id.slice(3, 19).toUpperCase(),
    uetr: uetrOf(step.key),
    senderBic: ours.sender_bic,
    valueDate: today(),
    currency: step.currency,
    amount: step.amount,
    orderingCustomer: { account: ours.sender_account, lines: [ours.sender_name] },
    beneficiary: { account: partner.iban, lines: [partner.legalName, partner.country] },
    beneficiaryBic: partner.swiftBic,
    remittance: `ORDER ${step.pa_order_id.slice(3).toUpperCase()}`,
  });
  return { type: 'swift', iban: partner.iban, mt103: message };
}

async function paid(db: Database, step: PartnerPayment, { request, receipt }: Settled<PayoutRequest, PayoutReceipt>): Promise<PartnerPaid> {
  const { amount, currency, to } = request;
  const fee = [receipt.fee, step.verdict?.fee].find((of) => of !== undefined && isDeductible(of, amount, currency));
  if (fee === undefined) {
    throw new ProviderError('unknown', `the receipt ${receipt.reference} has a fee of ${receipt.fee} for ${amount} ${currency}`);
  }
  const isSwift = to.type === 'swift';
  const content = isSwift ? to.mt103 : cardReceipt(step, to.payment_link, receipt);
  await saveDocument(db, { id: step.document_id, paOrderId: step.pa_order_id, contentType: 'text/plain; charset=utf-8', content });
  const url = `/v1/documents/${step.document_id}`;
  return {
    payment_out: {
      type: to.type,
      ...(isSwift ? { swift_ref: receipt.reference, iban_to: to.iban } : { partner_payment_url: to.payment_link, auth_code: receipt.auth_code }),
      amount_sent: rounded(decimal(amount), minorDigits(currency)),
      currency_sent: currency,
      fee,
      value_date: receipt.value_date,
      receipt_url: url,
    },
    confirmation: {
      id: step.document_id,
      document_type: isSwift ? 'SWIFT_CONFIRMATION' : 'PAYMENT_RECEIPT',
      file_name: isSwift ? `MT103-${receipt.reference}.txt` : `receipt-${receipt.reference}.txt`,
      url,
      uploaded_by: 'system:payout',
    },
  };
}

const cardReceipt = ({ amount, currency, pa_order_id }: PartnerPayment, link: string, receipt: PayoutReceipt): string =>
  [
    'CARD PAYMENT RECEIPT',
    `Order: ${pa_order_id}`,
    `Reference: ${receipt.reference}`,
    ...(receipt.auth_code ? [`Authorisation code: ${receipt.auth_code}`] : []),
    `Amount: ${amount} ${currency}`,
    `Date: ${receipt.value_date}`,
    `Paid at: ${link}`,
    '',
  ].join('\n');
