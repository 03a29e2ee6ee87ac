import { toNumber } from '../domain/money';
import type { JournalEntry, OrderState, PaymentDetails } from '../domain/order';
import type { SignedLinks } from '../security/identity';
import type { Delivery } from '../store/deliveries';
import type { JournalRecord, OrderIntake } from '../store/generated/client';
import type { Api } from './api';

const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : toNumber(text));

/** An order as the contract shows it: money as numbers, the customer masked, our own links signed. */
export function presentOrder(o: OrderState, intake: OrderIntake, links: SignedLinks): Api['Order'] {
  const { fx, payment_details, payment_out, commission } = o;
  return {
    pa_order_id: o.pa_order_id,
    cso_order_id: o.cso_order_id,
    scenario: o.scenario,
    status: o.status,
    client: { client_id: intake.clientId, name_masked: intake.nameMasked ?? undefined, phone_masked: intake.phoneMasked ?? undefined },
    service: { ...o.service, meta: (intake.serviceMeta as Record<string, unknown> | null) ?? undefined },
    amount_local: toNumber(o.amount_local),
    currency_local: o.currency_local,
    fx: fx && { ...fx, rate: toNumber(fx.rate) },
    amount_rub: number(o.amount_rub),
    payment_details: payment_details && presentDetails(payment_details),
    payment_out: payment_out && {
      ...payment_out,
      amount_sent: number(payment_out.amount_sent),
      fee: number(payment_out.fee),
      receipt_url: payment_out.receipt_url && links.publish(payment_out.receipt_url),
    },
    commission: commission && presentCommission(commission),
    documents: o.documents.map((d) => ({ ...d, url: links.publish(d.url) })),
    requested_documents: o.requested_documents,
    rejection_reason: o.rejection_reason,
    deadline: o.deadline,
    expires_at: o.expires_at,
    created_at: o.created_at,
    updated_at: o.updated_at,
  };
}

const presentCommission = ({ rate_percent, amount_rub, vat_included }: NonNullable<OrderState['commission']>): Api['Order']['commission'] => ({
  rate_percent: toNumber(rate_percent),
  amount_rub: toNumber(amount_rub),
  vat_included,
});

/** The correspondent account is for the payment QR code; the contract does not name it. */
function presentDetails({ correspondent_account: _, amount_received_rub, ...details }: PaymentDetails): Api['Order']['payment_details'] {
  return { ...details, amount_received_rub: number(amount_received_rub) };
}

export const presentCreated = ({ pa_order_id, status, created_at, expires_at }: OrderState): Api['CreateOrderResponse'] => ({
  pa_order_id,
  status,
  created_at,
  expires_at,
});

export const presentEvent = (r: JournalRecord): Api['OrderEvent'] => ({
  event_id: r.eventId,
  event_type: r.eventType,
  status_from: (r.statusFrom as JournalEntry['status_from'] | null) ?? undefined,
  status_to: (r.statusTo as JournalEntry['status_to'] | null) ?? undefined,
  actor: r.actor,
  payload: (r.payload as Record<string, unknown> | null) ?? undefined,
  created_at: r.createdAt.toISOString(),
});

/** A delivery with every attempt that was made. */
export const presentDelivery = (d: Delivery): Api['Delivery'] => ({
  event_id: d.eventId,
  event_type: d.eventType,
  status: d.status as Api['Delivery']['status'],
  attempts: d.attempts,
  response_status: d.responseStatus ?? undefined,
  created_at: d.createdAt.toISOString(),
  attempt_log: d.log.map((a) => ({
    attempt: a.attempt,
    at: a.at.toISOString(),
    duration_ms: a.durationMs,
    response_status: a.responseStatus ?? undefined,
    error: a.error ?? undefined,
  })),
});

export const presentDeadLetter = (d: Delivery): Api['DeadLetter'] => ({
  ...presentDelivery(d),
  pa_order_id: d.paOrderId,
  url: d.url,
  last_error: d.lastError ?? '',
  failed_at: (d.settledAt ?? d.createdAt).toISOString(),
});
