import type { Database } from './database';

export type StatementOutcome = 'MATCHED' | 'REPEAT' | 'MISMATCH' | 'LATE' | 'NOT_FIXED' | 'UNKNOWN_UIN' | 'REFUSED';

interface NewStatement {
  uin: string;
  amountRub: string;
  receivedAt?: string;
  statementRef?: string;
  source: string;
}

/** Keeps a statement as it came; its outcome is RECEIVED until the order has answered. */
export async function storeStatement(db: Database, { uin, amountRub, receivedAt, statementRef, source }: NewStatement): Promise<string> {
  const { id } = await db.bankStatement.create({ data: { uin, amountRub, receivedAt, statementRef, source }, select: { id: true } });
  return id;
}

export async function settleStatement(db: Database, id: string, outcome: StatementOutcome, paOrderId?: string): Promise<void> {
  await db.bankStatement.update({ where: { id }, data: { outcome, paOrderId }, select: { id: true } });
}
