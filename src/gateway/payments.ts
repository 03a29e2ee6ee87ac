import { decimalText } from '../domain/money';
import type { OrderState } from '../domain/order';
import { type ErrorCode, Refusal } from '../domain/refusal';
import type { Database } from '../store/database';
import { type StatementOutcome, settleStatement, storeStatement } from '../store/statements';
import type { OrderCommands } from './order-commands';

export interface Statement {
  uin: string;
  amountRub: number;
  receivedAt?: string;
  statementRef?: string;
  /** `bank:statement` or `sandbox:simulation`: the actor in the journal. */
  source: string;
}

const OUTCOMES: Partial<Record<ErrorCode, StatementOutcome>> = {
  PAYMENT_AMOUNT_MISMATCH: 'MISMATCH',
  FX_RATE_EXPIRED: 'LATE',
  FX_RATE_NOT_FIXED: 'NOT_FIXED',
  ORDER_NOT_FOUND_BY_UIN: 'UNKNOWN_UIN',
};

/** Rubles that arrived: a fact, stored before anything else, and with its outcome before the caller is answered. */
export async function receiveStatement({ db, commands }: { db: Database; commands: OrderCommands }, s: Statement): Promise<OrderState> {
  const amount = decimalText(s.amountRub);
  const { id, paOrderId } = await storeStatement(db, { ...s, amountRub: amount });
  try {
    if (!paOrderId) throw new Refusal('ORDER_NOT_FOUND_BY_UIN', `No order has the UIN ${s.uin}.`);
    const payment = { actor: s.source, amount_rub: amount, received_at: s.receivedAt, statement_ref: s.statementRef };
    const order = await commands.execute('receivePayment', paOrderId, payment, `payment:${amount}`);
    await settleStatement(db, id, 'MATCHED');
    return order;
  } catch (error) {
    const code = error instanceof Refusal ? error.code : undefined;
    if (code && code !== 'SERVICE_UNAVAILABLE') await settleStatement(db, id, OUTCOMES[code] ?? 'REFUSED');
    throw error;
  }
}
