import {
  type Client,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import { ORDER_WORKFLOW, ORDERS_QUEUE, type OrderWorkflow, updates } from '../../workflows/messages';
import type { CommandInputs, CommandName } from '../domain/command-inputs';
import { isPaid, isTerminal } from '../domain/lifecycle';
import type { OrderState, OrderTerms } from '../domain/order';
import { Refusal } from '../domain/refusal';
import { assertTakes, assertTakesPayment } from '../domain/rules';
import { initialAttributes } from '../domain/search-attributes';
import type { OfferPayment } from '../payments/receive';
import type { Database } from '../store/database';
import { readCopy } from '../store/orders';
import { isTemporalAway, isUpdateTimeout } from './away';
import { toRefusal } from './refusal-failure';

/** Commands on orders, over Temporal: each is an Update that answers with the order or with a refusal, within a bounded time. */
export class OrderCommands {
  constructor(
    private readonly client: Client,
    private readonly db: Database,
    /** How long a command is waited for, in milliseconds. */
    private readonly waitMs: number,
  ) {}

  /** Starts an order's workflow and waits for its first copy; one that runs already is left as it is. */
  async open(terms: OrderTerms): Promise<OrderState> {
    const start = new WithStartWorkflowOperation<OrderWorkflow>(ORDER_WORKFLOW, {
      workflowId: terms.pa_order_id,
      taskQueue: ORDERS_QUEUE,
      args: [terms],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      searchAttributes: initialAttributes(terms),
      staticSummary: `${terms.scenario} ${terms.amount_local} ${terms.currency_local} to ${terms.service.partner_id}`,
      staticDetails: `Order **${terms.cso_order_id}** of **${terms.operator_id}**: ${terms.service.type} in ${terms.service.country}, due ${terms.deadline}`,
    });
    try {
      return await this.#bounded(() => this.client.workflow.executeUpdateWithStart(updates.open, { startWorkflowOperation: start }));
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return this.#copy(terms.pa_order_id);
      throw asRefusal(error);
    }
  }

  /**
   * @param updateId repeats under the same one get the first answer
   * @throws Refusal of the order, or SERVICE_UNAVAILABLE when nothing answered in time
   */
  async execute<K extends CommandName>(name: K, paOrderId: string, input: CommandInputs[K], updateId?: string): Promise<OrderState> {
    const handle = this.client.workflow.getHandle<OrderWorkflow>(paOrderId);
    try {
      return await this.#bounded(() => handle.executeUpdate(updates[name] as typeof updates.assign, { args: [input as never], updateId }));
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return this.#onClosed(name, paOrderId, input);
      if (isUpdateTimeout(error) && (name === 'receivePayment' || name === 'refund')) return this.#asItStands(name, paOrderId, input);
      throw asRefusal(error);
    }
  }

  /** Rubles for an order. @throws Refusal as `execute` */
  readonly offerPayment: OfferPayment = (paOrderId, payment, updateId) => this.execute('receivePayment', paOrderId, payment, updateId);

  /** A workflow that has ended takes no Update: its copy answers by the same rules. */
  async #onClosed<K extends CommandName>(name: K, paOrderId: string, input: CommandInputs[K]): Promise<OrderState> {
    const copy = await readCopy(this.db, paOrderId);
    if (!copy) throw new Refusal('ORDER_NOT_FOUND', `There is no order ${paOrderId}.`);
    if (!isTerminal(copy.status)) throw unavailable();
    if (name === 'receivePayment') assertTakesPayment(copy, (input as CommandInputs['receivePayment']).amount_rub, new Date());
    else assertTakes(name as Exclude<CommandName, 'receivePayment'>, copy, new Date());
    return copy;
  }

  /** Money goes on by itself: when it takes longer than a caller waits, the order is shown as far as it has come. @throws Refusal as `execute` */
  async #asItStands<K extends CommandName>(name: K, paOrderId: string, input: CommandInputs[K]): Promise<OrderState> {
    const copy = await this.#copy(paOrderId);
    const begun = name === 'refund' ? copy.status.startsWith('REFUND') : isPaid(copy.status);
    if (!begun) throw unavailable();
    if (name === 'receivePayment') assertTakesPayment(copy, (input as CommandInputs['receivePayment']).amount_rub, new Date());
    return copy;
  }

  async #copy(paOrderId: string): Promise<OrderState> {
    const copy = await readCopy(this.db, paOrderId);
    if (!copy) throw unavailable();
    return copy;
  }

  #bounded<T>(call: () => Promise<T>): Promise<T> {
    return this.client.withDeadline(Date.now() + this.waitMs, call);
  }
}

const unavailable = (): Refusal => new Refusal('SERVICE_UNAVAILABLE', 'The order did not answer in time; try again with the same Idempotency-Key.');

function asRefusal(error: unknown): unknown {
  if (error instanceof WorkflowUpdateFailedError) return toRefusal(error.cause) ?? error;
  return isTemporalAway(error) ? unavailable() : error;
}
