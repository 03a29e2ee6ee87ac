import type { CommandInputs } from '../domain/command-inputs';
import type { OrderState } from '../domain/order';
import { Refusal } from '../domain/refusal';
import { outcomeOfRefusal, type Statement } from '../domain/statement';
import type { Database } from '../store/database';
import { readStatement, type StoredStatement, settleStatement, storeStatement } from '../store/statements';

/** Offers rubles to an order. Offered again, they give the first result. @throws Refusal */
export type OfferPayment = (paOrderId: string, payment: CommandInputs['receivePayment'], updateId: string) => Promise<OrderState>;

interface Needs {
  db: Database;
  offerPayment: OfferPayment;
}

/** Rubles that arrived: a fact, stored before anything else, and with its outcome before the caller is answered. @throws Refusal of the order */
export async function receiveStatement(needs: Needs, statement: Statement): Promise<OrderState> {
  return settle(needs, await storeStatement(needs.db, statement));
}

/** Carries a stored statement to its outcome; one whose receiver went away, or that staff have matched to an order, begins here. @throws Refusal of the order */
export async function settle({ db, offerPayment }: Needs, id: string): Promise<OrderState> {
  const statement = await readStatement(db, id);
  try {
    const order = await offered(statement, offerPayment);
    await settleStatement(db, statement, 'MATCHED');
    return order;
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'SERVICE_UNAVAILABLE') await settleStatement(db, statement, outcomeOfRefusal(error.code));
    throw error;
  }
}

function offered(
  { paOrderId, uin, amountRub, receivedAt, statementRef, otherRef, source, isReturned }: StoredStatement,
  offer: OfferPayment,
): Promise<OrderState> {
  if (!paOrderId) throw new Refusal('ORDER_NOT_FOUND_BY_UIN', `No order has the UIN ${uin}.`);
  if (isReturned) throw new Refusal('FX_RATE_EXPIRED', 'This payment came when no order could take it, and has been sent back.');
  const payment = {
    actor: source,
    amount_rub: amountRub,
    received_at: receivedAt ?? undefined,
    statement_ref: statementRef ?? otherRef ?? undefined,
  };
  return offer(paOrderId, payment, `payment:${amountRub}`);
}
