import type { Operator } from '../scripts/operator';
import { type Latency, Stopwatch } from './stopwatch';

export const COMMANDS = ['create', 'assign', 'paymentDetails', 'bankPayment', 'confirm'] as const;
export const READS = ['getOrder', 'listOrders'] as const;
export type Call = (typeof COMMANDS)[number] | (typeof READS)[number];
export type Latencies = Partial<Record<Call, Latency>>;

export interface Load {
  ids: string[];
  /** Until every order was closed, deliveries and all. */
  seconds: number;
  latency: Latencies;
}

export interface Clients {
  operator: Operator;
  concurrency: number;
  /** Called for each order that is done with. */
  progress(): void;
}

interface Orders extends Clients {
  orders: number;
  sample(): Parameters<Operator['create']>[0];
  /** Resolves when the order's workflow is closed. @throws Error when it does not close as it should */
  closed(id: string): Promise<void>;
}

/** A closed loop: each client carries one order after the other from creation to the partner's confirmation. @throws Error when an order fails */
export async function runLoad(o: Orders): Promise<Load> {
  const watch = new Stopwatch<Call>();
  const ids: string[] = [];
  const closings: Promise<void>[] = [];
  const started = performance.now();
  await eachOf(o.orders, o.concurrency, async () => {
    const id = await carry(o, watch);
    ids.push(id);
    const closing = o.closed(id).then(o.progress);
    closing.catch(() => undefined); // told below, once the clients are through
    closings.push(closing);
  });
  await Promise.all(closings);
  return { ids, seconds: (performance.now() - started) / 1000, latency: watch.latency() };
}

async function carry({ operator, sample }: Orders, watch: Stopwatch<Call>): Promise<string> {
  const { pa_order_id: id } = await watch.time('create', () => operator.create(sample()));
  await watch.time('assign', () => operator.assign(id));
  const due = await watch.time('paymentDetails', () => operator.paymentDetails(id));
  await watch.time('bankPayment', () => operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 }));
  await watch.time('confirm', () => operator.confirm(id));
  return id;
}

/** The same clients read: each order once, and a page of the newest each time. */
export async function runReads({ operator, concurrency, progress }: Clients, ids: string[]): Promise<Latencies> {
  const watch = new Stopwatch<Call>();
  await eachOf(ids.length, concurrency, async (i) => {
    await watch.time('getOrder', () => operator.get(ids[i] ?? ''));
    await watch.time('listOrders', () => operator.list('?limit=20'));
    progress();
  });
  return watch.latency();
}

async function eachOf(count: number, concurrency: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) await work(i);
  };
  await Promise.all(Array.from({ length: concurrency }, client));
}
