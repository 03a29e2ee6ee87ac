import { randomUUID } from 'node:crypto';
import type { Operator } from '../scripts/operator';
import { invoiceOrder } from '../scripts/sample-orders';

export const COMMANDS = ['create', 'assign', 'paymentDetails', 'bankPayment', 'confirm'] as const;
export const READS = ['getOrder', 'listOrders'] as const;
export type Call = (typeof COMMANDS)[number] | (typeof READS)[number];

export interface Latency {
  p50: number;
  p99: number;
}

export interface Load {
  ids: string[];
  /** Until every order was closed, deliveries and all. */
  seconds: number;
  /** Milliseconds of each call. */
  latency: Partial<Record<Call, Latency>>;
}

interface Options {
  operator: Operator;
  callbackUrl: string;
  orders: number;
  concurrency: number;
  /** Resolves when this many more orders are closed than before the load. */
  closed(count: number): Promise<void>;
  progress?(done: number): void;
}

/** A closed loop: each client carries one order after the other from creation to the partner's confirmation. */
export async function runLoad({ operator, callbackUrl, orders, concurrency, closed, progress }: Options): Promise<Load> {
  const stopwatch = new Stopwatch();
  const { timed } = stopwatch;
  const ids: string[] = [];
  const one = async (): Promise<void> => {
    const { pa_order_id: id } = await timed('create', () => operator.create(sampleOrder(callbackUrl)));
    ids.push(id);
    await timed('assign', () => operator.assign(id));
    const due = await timed('paymentDetails', () => operator.paymentDetails(id));
    await timed('bankPayment', () => operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 }));
    await timed('confirm', () => operator.confirm(id));
  };
  const started = performance.now();
  await eachOf(orders, concurrency, async () => {
    await one();
    progress?.(ids.length);
  });
  await closed(orders);
  return { ids, seconds: (performance.now() - started) / 1000, latency: stopwatch.latency() };
}

/** The same clients read: each order once, and a page of the newest each time. */
export async function runReads({ operator, concurrency }: Pick<Options, 'operator' | 'concurrency'>, ids: string[]): Promise<Load['latency']> {
  const stopwatch = new Stopwatch();
  await eachOf(ids.length, concurrency, async (i) => {
    await stopwatch.timed('getOrder', () => operator.get(ids[i] ?? ''));
    await stopwatch.timed('listOrders', () => operator.list());
  });
  return stopwatch.latency();
}

async function eachOf(count: number, concurrency: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) await work(i);
  };
  await Promise.all(Array.from({ length: concurrency }, client));
}

class Stopwatch {
  readonly #times = new Map<Call, number[]>();

  timed = async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    const times = this.#times.get(call) ?? [];
    times.push(performance.now() - started);
    this.#times.set(call, times);
    return result;
  };

  latency = (): Load['latency'] => Object.fromEntries([...this.#times].map(([call, ms]) => [call, latencyOf(ms)]));
}

/** The partner has an address of its own, so ten webhooks are owed: eight to the operator, two to the partner. */
const sampleOrder = (callbackUrl: string) => ({ ...invoiceOrder(callbackUrl), order_id: `B-${randomUUID()}` });

function latencyOf(ms: number[]): Latency {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (q: number): number => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}
