import type { CommandName } from './command-inputs';
import { assertAllowed, assertOpen, awaitsPayment, notAllowed } from './lifecycle';
import { type DecimalText, sameAmount, toNumber } from './money';
import type { OrderState } from './order';
import { Refusal } from './refusal';

/** Each command has one rule that says whether the order, as it stands, takes it. */
type Rule = (order: OrderState, now: Date) => void;

const RULES: Record<Exclude<CommandName, 'receivePayment'>, Rule> = {
  assign: (o) => assertAllowed('assign', o.status),
  requestDocuments: (o) => assertAllowed('request_documents', o.status),
  attachDocument: (o) => assertOpen(o.status),
  issuePaymentDetails: (o) => assertAllowed('fix_rate', o.status),
  complete: (o) => assertAllowed('complete', o.status),
  cancel: (o) => assertAllowed('cancel', o.status),
  refund: (o) => assertAllowed('initiate_refund', o.status),
  resolveStep({ status, attention }) {
    assertOpen(status);
    if (attention && attention.kind !== 'parked') return;
    throw new Refusal('INVALID_STATUS_TRANSITION', 'No step waits for its provider: there is nothing to say.', notAllowed(status, status).details);
  },
  retryStep: (o) => assertOpen(o.status),
};

/** @throws Refusal when the order, as it stands, does not take this command */
export const assertTakes = (command: keyof typeof RULES, order: OrderState, now: Date): void => RULES[command](order, now);

/** The rate is invalid after `fx.expires_at`; an order that expired at that moment expired with it. */
export function rateExpired({ fx, status, expires_at }: OrderState, now: Date): boolean {
  return fx !== undefined && (now > new Date(fx.expires_at) || (status === 'EXPIRED' && expires_at === fx.expires_at));
}

/** A payment that the order has taken already: the same rubles reported again. */
export const isRepeatedPayment = (order: OrderState, amountRub: DecimalText): boolean => {
  const received = order.payment_details?.amount_received_rub;
  return received !== undefined && sameAmount(received, amountRub);
};

/**
 * Whether the order takes these rubles. A repeat of the payment it has taken passes: it gets the first result.
 * @throws Refusal FX_RATE_NOT_FIXED, FX_RATE_EXPIRED, PAYMENT_AMOUNT_MISMATCH (to the kopeck), ORDER_IS_TERMINAL
 */
export function assertTakesPayment(order: OrderState, amountRub: DecimalText, now: Date): void {
  if (isRepeatedPayment(order, amountRub)) return;
  const expected = order.payment_details && order.amount_rub;
  if (expected === undefined) {
    assertOpen(order.status);
    throw new Refusal('FX_RATE_NOT_FIXED', 'No rate is fixed for this order yet; call payment-details first.');
  }
  const open = awaitsPayment(order.status);
  if (rateExpired(order, now) && (open || order.status === 'EXPIRED')) {
    throw new Refusal('FX_RATE_EXPIRED', `The rate was valid until ${order.fx?.expires_at}; a new order is needed.`, {
      expires_at: order.fx?.expires_at,
    });
  }
  const isSecondPayment = order.payment_details?.amount_received_rub !== undefined;
  if (!open && !isSecondPayment) {
    assertOpen(order.status);
    throw notAllowed('CLIENT_PAID', order.status);
  }
  if (!sameAmount(expected, amountRub)) {
    throw new Refusal('PAYMENT_AMOUNT_MISMATCH', `${expected} RUB are expected, ${amountRub} RUB arrived.`, {
      expected_rub: toNumber(expected),
      received_rub: toNumber(amountRub),
    });
  }
}
