import { decimal } from '../domain/money';
import type { OrderState } from '../domain/order';
import { Refusal } from '../domain/refusal';
import { assertTakes } from '../domain/rules';
import { concludeApproval, decide, findApproval, requestApproval } from '../store/approvals';
import type { Database } from '../store/database';
import type { RefundApproval } from '../store/generated/client';
import { readCopy } from '../store/orders';
import { refundLimit } from '../store/refund-limit';

/** Has an order send back what its customer paid. Repeated under the same id it gives the first result. */
export type RefundOrder = (
  paOrderId: string,
  input: { actor: string; reason: string; approved_by?: string },
  updateId?: string,
) => Promise<OrderState>;

/** Refunds that staff ask for: above the policy's amount a second person approves. */
export class Refunds {
  constructor(
    private readonly db: Database,
    private readonly refundOrder: RefundOrder,
  ) {}

  /** @returns the order, or the approval that is waited for. @throws Refusal of the order */
  async ask(paOrderId: string, actor: string, reason: string): Promise<{ order: OrderState } | { approval: RefundApproval }> {
    const order = await readCopy(this.db, paOrderId);
    if (!order) throw new Refusal('ORDER_NOT_FOUND', `There is no order ${paOrderId}.`);
    assertTakes('refund', order, new Date());
    const amountRub = order.payment_details?.amount_received_rub ?? '0';
    const limit = await refundLimit(this.db);
    if (limit === null || !decimal(amountRub).greaterThan(limit)) return { order: await this.refundOrder(paOrderId, { actor, reason }) };
    return { approval: await requestApproval(this.db, { paOrderId, amountRub, reason, requestedBy: actor }) };
  }

  /**
   * Begins the refund. Asked again, by anybody but who asked for it, it goes on where it was interrupted.
   * @throws Refusal NOT_FOUND, FORBIDDEN for who asked for it, CONFLICT when it was decided before
   */
  async approve(id: string, actor: string): Promise<RefundApproval> {
    const approval = await this.#find(id);
    const { paOrderId, reason, requestedBy } = approval;
    if (requestedBy === actor) throw new Refusal('FORBIDDEN', 'A second person has to approve it, not who asked for it.');
    if (approval.status !== 'APPROVED' && !(await decide(this.db, id, actor, 'APPROVED'))) throw decided();
    try {
      await this.refundOrder(paOrderId, { actor: requestedBy, reason, approved_by: approval.decidedBy ?? actor }, `approval:${id}`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'SERVICE_UNAVAILABLE') throw error;
      return concludeApproval(this.db, id, 'REFUSED', error.message);
    }
    return concludeApproval(this.db, id, 'DONE');
  }

  /** @throws Refusal NOT_FOUND, CONFLICT */
  async decline(id: string, actor: string): Promise<RefundApproval> {
    await this.#find(id);
    if (!(await decide(this.db, id, actor, 'DECLINED'))) throw decided();
    return this.#find(id);
  }

  async #find(id: string): Promise<RefundApproval> {
    const approval = await findApproval(this.db, id);
    if (!approval) throw new Refusal('NOT_FOUND', `There is no approval ${id}.`);
    return approval;
  }
}

const decided = (): Refusal => new Refusal('CONFLICT', 'It was decided before; read the list again.');
