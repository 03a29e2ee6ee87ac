import type { Client } from '@temporalio/client';
import type { ReturnRequest } from '../../activities/types';
import { inRound, ORDERS_QUEUE, RETURN_WORKFLOW } from '../../workflows/messages';
import type { OrderState } from '../domain/order';
import { Refusal } from '../domain/refusal';
import type { Database } from '../store/database';
import { readCopy } from '../store/orders';
import { readStatement } from '../store/statements';
import { beginReturn, matchTo, noteStatement, returnsAsked, unmatch } from '../store/suspense';
import { startBounded } from '../temporal/start';
import { type OfferPayment, settle } from './receive';

interface Needs {
  db: Database;
  client: Client;
  offerPayment: OfferPayment;
}

interface Act {
  id: string;
  /** `admin:<username>` */
  actor: string;
  note?: string;
}

/** A statement that does not stand in suspense, or is being received at this moment. */
export class NotInSuspense extends Error {
  constructor(id: string) {
    super(`Statement ${id} does not stand in suspense; list what does.`);
    this.name = 'NotInSuspense';
  }
}

/** What staff may do about rubles that no order took. Everything leaves a record with who did it. */
export class Suspense {
  constructor(private readonly needs: Needs) {}

  /**
   * Gives the rubles to an order, as if its own statement had brought them.
   * @throws NotInSuspense, or the order's Refusal; then they stand in suspense again
   */
  async match(act: Act, paOrderId: string): Promise<OrderState> {
    const { db } = this.needs;
    if (!(await readCopy(db, paOrderId))) throw new Refusal('ORDER_NOT_FOUND', `There is no order ${paOrderId}.`);
    const { paOrderId: named } = await readStatement(db, act.id);
    if (!(await matchTo(db, act, paOrderId))) throw new NotInSuspense(act.id);
    try {
      return await settle(this.needs, act.id);
    } catch (error) {
      await unmatch(db, act.id, named);
      throw error;
    }
  }

  /** Sends the rubles back to where they came from; begun before, it is begun again. @throws NotInSuspense */
  async return(act: Act): Promise<void> {
    const { db, client } = this.needs;
    const begun = await beginReturn(db, act);
    const { uin, amountRub, statementRef, outcome } = await readStatement(db, act.id);
    if (!begun && outcome !== 'RETURNING') throw new NotInSuspense(act.id);
    const round = await returnsAsked(db, act.id);
    const request: ReturnRequest = {
      statement_id: act.id,
      uin,
      amount_rub: amountRub,
      payment_ref: statementRef ?? undefined,
      actor: act.actor,
      round,
    };
    const options = {
      workflowId: inRound(`return-${act.id}`, round, '-'),
      taskQueue: ORDERS_QUEUE,
      args: [request],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: `Return ${amountRub} RUB that no order took`,
    } as const;
    await startBounded(client, RETURN_WORKFLOW, options, 'The return has begun and could not be carried on; try again.');
  }

  /** @throws NotInSuspense when there is no such statement */
  async note(act: Act): Promise<void> {
    if (!(await noteStatement(this.needs.db, act))) throw new NotInSuspense(act.id);
  }
}
