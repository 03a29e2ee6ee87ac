import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CallError, type Operator, type Order } from '../../scripts/operator';
import { invoiceOrder, paymentLinkOrder } from '../../scripts/sample-orders';
import type { Chance } from './chance';
import type { Tally } from './tally';

/** How an order goes, by weight. */
const STORIES = {
  invoice: 40,
  link: 25,
  documents: 10,
  'paid twice': 5,
  'wrong amount first': 5,
  'statement sent twice': 5,
  refunded: 7,
  cancelled: 3,
};
type Story = keyof typeof STORIES;

const CLOSED = ['COMPLETED', 'REJECTED', 'EXPIRED', 'REFUNDED'];

/** What a caller has ordered and paid. */
export interface Ordered {
  body: ReturnType<typeof invoiceOrder>;
  uin?: string;
  amount_rub?: number;
}

/** Whom the specification describes: operator, bank and partner, who send again while there is no answer, 429 or 5xx, with the same key. */
export class Caller {
  readonly ordered = new Map<string, Ordered>();

  constructor(
    private readonly operator: Operator,
    private readonly chance: Chance,
    private readonly tally: Tally,
    private readonly callbackUrl: string,
    private readonly over: AbortSignal,
  ) {}

  /** Drives one order from its creation until it is closed. @returns its id */
  async drive(number: number): Promise<{ id: string; story: Story }> {
    const story = this.chance.pick(STORIES, 'story', number);
    const { operator } = this;
    const isLink = story === 'link' || this.chance.of('scenario', number) < 0.3;
    const order_id = `FAULT-${this.chance.seed}-${number}`; // ids, and with them the bank's troubles, follow from the seed
    const sample = isLink ? paymentLinkOrder(this.callbackUrl) : invoiceOrder(this.callbackUrl);
    const body = { ...sample, order_id, service: { ...sample.service, amount_local: sample.service.amount_local + number } };
    const key = randomUUID();
    const { pa_order_id: id } = await this.#persistently('create', () => operator.create(body, key));
    this.ordered.set(id, { body });
    await this.#command(id, 'PATCH', 'assign', {}, ['IN_PROGRESS']);
    if (story === 'documents') {
      await this.#command(id, 'POST', 'request-docs', { required_documents: ['PASSPORT'] }, ['PENDING_DOCS']);
      await this.#command(id, 'POST', 'documents', { document_type: 'PASSPORT', file_name: 'p.pdf', file_url: 'https://f.example/p.pdf' }, [
        'IN_PROGRESS',
      ]);
    }
    if (story === 'cancelled') {
      await this.#command(id, 'PATCH', 'cancel', { reason: 'called off' }, ['REJECTED']);
      return { id, story };
    }
    await this.#command(id, 'POST', 'payment-details', {}, ['AWAITING_PAYMENT']);
    await this.#pay(id, story);
    if (story === 'refunded') {
      await this.#command(id, 'POST', 'refund', { reason: 'trip called off' }, ['REFUND_INITIATED', 'REFUNDED']);
    } else {
      await this.#until(id, ['PARTNER_PAID', ...CLOSED]);
      await this.#confirm(id);
    }
    await this.#until(id, CLOSED);
    return { id, story };
  }

  async #pay(id: string, story: Story): Promise<void> {
    const { payment_details, amount_rub = 0 } = await this.#persistently('get', () => this.operator.get(id));
    Object.assign(this.ordered.get(id) ?? {}, { uin: payment_details?.uin, amount_rub });
    const statement = { uin: payment_details?.uin ?? '', amount_rub, statement_ref: `ST-${id.slice(-8)}` };
    const send = (content: typeof statement) => this.#persistently('statement', () => this.operator.statement(content));
    if (story === 'wrong amount first') await send({ ...statement, amount_rub: amount_rub - 1, statement_ref: `W-${id.slice(-8)}` }).catch(refused);
    if (story === 'statement sent twice') await Promise.all([send(statement), send(statement)]);
    else await send(statement);
    if (story === 'paid twice') await send({ ...statement, statement_ref: `${statement.statement_ref}-2` });
  }

  /** Whom an order has told that its partner is paid may confirm it, unless it has gone on since. */
  async #confirm(id: string): Promise<void> {
    try {
      await this.#persistently('confirm', () => this.operator.confirm(id));
    } catch (error) {
      refused(error);
      const { status } = await this.#persistently('get', () => this.operator.get(id));
      if (status === 'PARTNER_PAID') throw error;
    }
  }

  /** A command whose answer was lost may have been carried out: 409 and 422 are looked into before they count. */
  async #command(id: string, method: string, name: string, body: object, leadsTo: string[]): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    try {
      await this.#persistently(name, () => this.operator.call<Order>(method, `/v1/orders/${id}/${name}`, body, headers));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { status } = await this.#persistently('get', () => this.operator.get(id));
      if (!leadsTo.includes(status)) throw error;
    }
  }

  #until = (id: string, statuses: string[]): Promise<unknown> =>
    this.#persistently('wait', async () => {
      const { status } = await this.operator.get(id);
      if (!statuses.includes(status)) throw new NotYet(`${id} is ${status}`);
    });

  async #persistently<T>(what: string, call: () => Promise<T>): Promise<T> {
    for (let pause = 200; ; pause = Math.min(2_000, pause * 1.5)) {
      try {
        return await call();
      } catch (error) {
        const isFinal = error instanceof CallError && error.status < 500 && error.status !== 429;
        if (isFinal || this.over.aborted) throw error;
        if (!(error instanceof NotYet)) this.tally.add(`caller: ${error instanceof CallError ? error.status : 'no answer'}, sent again`);
        await wait(pause * (0.75 + this.chance.of(what, pause) / 2));
      }
    }
  }
}

class NotYet extends Error {}

/** The order says no, and that is its answer. */
const refused = (error: unknown): void => {
  if (!(error instanceof CallError) || error.status >= 500) throw error;
};
