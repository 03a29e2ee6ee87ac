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

/** A closed loop: each client carries one order after the other from creation to the partner's confirmation, and reads it on the way. */
export async function runLoad({ operator, callbackUrl, orders, concurrency, closed, progress }: Options): Promise<Load> {
  const times = new Map<Call, number[]>();
  const ids: string[] = [];
  const timed = async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    times.set(call, [...(times.get(call) ?? []), performance.now() - started]);
    return result;
  };
  const one = async (): Promise<void> => {
    const { pa_order_id: id } = await timed('create', () => operator.create(sampleOrder(callbackUrl)));
    ids.push(id);
    await timed('assign', () => operator.assign(id));
    const due = await timed('paymentDetails', () => operator.paymentDetails(id));
    await timed('getOrder', () => operator.get(id));
    await timed('bankPayment', () => operator.statement({ uin: due.payment_details?.uin ?? '', amount_rub: due.amount_rub ?? 0 }));
    await timed('listOrders', () => operator.list());
    await timed('confirm', () => operator.confirm(id));
  };
  let next = 0;
  const client = async (): Promise<void> => {
    while (next++ < orders) {
      await one();
      progress?.(ids.length);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, client));
  await closed(orders);
  return { ids, seconds: (performance.now() - started) / 1000, latency: Object.fromEntries([...times].map(([call, ms]) => [call, latencyOf(ms)])) };
}

/** The partner has an address of its own, so ten webhooks are owed: eight to the operator, two to the partner. */
const sampleOrder = (callbackUrl: string) => ({ ...invoiceOrder(callbackUrl), order_id: `B-${randomUUID()}` });

function latencyOf(ms: number[]): Latency {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (q: number): number => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}
