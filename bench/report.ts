import { type Call, COMMANDS, type Latency, READS } from './load';

/** The figures of one run; latencies in milliseconds, CPU in milliseconds an order, bytes and events of one order. */
export interface Result {
  name: string;
  orders: number;
  concurrency: number;
  ordersPerS: number;
  latency: Partial<Record<Call, Latency>>;
  quiet?: Partial<Record<Call, Latency>>;
  cpu: { app: number; temporal: number; postgres: number; keeper: number };
  events: number;
  historyBytes: number;
  actions: number;
  dbCommits: number;
  dbBytes: number;
  peakMiB: { app: number; temporal: number };
  kinds: Record<string, number>;
}

/** The figures as a table for people. */
export function report(r: Result): string {
  const { app, temporal, postgres, keeper } = r.cpu;
  const rows: [string, string | number][] = [
    ['orders a second', r.ordersPerS],
    [
      'CPU ms an order',
      `${Math.round(app + temporal + postgres + keeper)} (gateway and worker ${app}, Temporal ${temporal}, PostgreSQL ${postgres}, keeper ${keeper})`,
    ],
    ['history of an order', `${r.events} events, ${r.historyBytes} bytes, ${r.actions} billable actions`],
    ['PostgreSQL an order', `${r.dbCommits} commits, ${r.dbBytes} bytes of WAL`],
    ['peak memory', `gateway and worker ${r.peakMiB.app} MiB, Temporal ${r.peakMiB.temporal} MiB`],
    ...[...COMMANDS, ...READS].map((call): [string, string] => [
      `${call}, p50 / p99 ms`,
      [r.latency[call], r.quiet?.[call]].flatMap((l, i) => (l ? [`${l.p50} / ${l.p99}${i === 1 ? ' with one client' : ''}`] : [])).join('; '),
    ]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const head = `${r.orders} orders, ${r.concurrency} clients at once`;
  return [head, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)].join('\n');
}
