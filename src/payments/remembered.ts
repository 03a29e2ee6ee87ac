import type { OrderMemory } from '../../workflows/messages';
import type { Database } from '../store/database';
import { settleStatement, storeStatement } from '../store/statements';

/** Of its own, so that whoever tells of the payment again is taken to tell of this one. */
const SOURCE = 'system:reconciliation';

/**
 * The statement that an order was paid by, written anew from what its workflow remembers: where the record of the payment is lost with it, and only there.
 * A payment that is on record without a statement stays a finding. To be called before the record is written.
 */
export async function rewritePayment(db: Database, { order, journal }: OrderMemory): Promise<void> {
  const { pa_order_id: paOrderId, payment_details: details } = order;
  const payment = journal.find(({ status_to }) => status_to === 'CLIENT_PAID');
  if (!payment || !details?.amount_received_rub) return;
  const [recorded, kept] = await Promise.all([
    db.journalRecord.count({ where: { eventId: payment.event_id } }),
    db.bankStatement.count({ where: { paOrderId, outcome: { in: ['MATCHED', 'RECEIVED'] } } }),
  ]);
  if (recorded + kept > 0) return;
  const { uin, amount_received_rub: amountRub, received_at: receivedAt } = details;
  const statementRef = payment.payload?.statement_ref as string | undefined;
  const id = await storeStatement(db, { uin, amountRub, receivedAt, statementRef, source: SOURCE });
  await db.bankStatement.update({ where: { id }, data: { paOrderId } }); // the intake, which says whose UIN it is, may be lost as well
  await settleStatement(db, { id, uin }, 'MATCHED');
}
