import type { Database } from './database';
import type { RefundApproval } from './generated/client';
import { Prisma } from './generated/client';
import { COUNTED, type Page } from './page';

export type ApprovalStatus = 'PENDING' | 'APPROVED' | 'DONE' | 'DECLINED' | 'REFUSED';

/** Asks for a second person; what is asked for already is returned as it is. */
export async function requestApproval(
  db: Database,
  request: Pick<RefundApproval, 'paOrderId' | 'reason' | 'requestedBy'> & { amountRub: string },
): Promise<RefundApproval> {
  try {
    return await db.refundApproval.create({ data: request });
  } catch (error) {
    const open = await db.refundApproval.findFirst({ where: { paOrderId: request.paOrderId, status: { in: ['PENDING', 'APPROVED'] } } });
    if (open && error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return open;
    throw error;
  }
}

export const findApproval = (db: Database, id: string): Promise<RefundApproval | null> => db.refundApproval.findUnique({ where: { id } });

/** A decision is made once. @returns false when somebody else was quicker */
export async function decide(db: Database, id: string, decidedBy: string, status: 'APPROVED' | 'DECLINED'): Promise<boolean> {
  const { count } = await db.refundApproval.updateMany({ where: { id, status: 'PENDING' }, data: { status, decidedBy, decidedAt: new Date() } });
  return count === 1;
}

/** What came of an approved refund. */
export const concludeApproval = (db: Database, id: string, status: 'DONE' | 'REFUSED', outcome?: string): Promise<RefundApproval> =>
  db.refundApproval.update({ where: { id }, data: { status, outcome } });

/** Newest first. */
export async function listApprovals(
  db: Database,
  status: ApprovalStatus | undefined,
  { limit, offset }: Page,
): Promise<{ items: RefundApproval[]; total: number }> {
  const where = { status };
  const [items, total] = await Promise.all([
    db.refundApproval.findMany({ where, orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }], take: limit, skip: offset }),
    db.refundApproval.count({ where, take: COUNTED }),
  ]);
  return { items, total };
}
