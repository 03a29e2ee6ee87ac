import { COMMANDS, type Latencies, READS } from './load';
import type { Latency } from './stopwatch';

/** The figures of one run; CPU in milliseconds an order; commits, bytes and webhooks of one order. `cpu`, `latency` and the rest as the anchors name them. */
export interface Result {
  name: string;
  orders: number;
  concurrency: number;
  ordersPerS: number;
  latency: Latencies;
  /** With one client alone. */
  quiet?: Latencies;
  cpu: { app: number; temporal: number; postgres: number; keeper: number };
  events: number;
  historyBytes: number;
  actions: number;
  dbCommits: number;
  dbBytes: number;
  webhooks: number;
  peakMiB: { app: number; temporal: number };
  /** Events by kind, of one order. */
  kinds: Record<string, number>;
}

/** The figures as tables for people. */
export function report(r: Result): string {
  const { app, temporal, postgres, keeper } = r.cpu;
  const cpu = `${Math.round(app + temporal + postgres)} (gateway and worker ${app}, Temporal ${temporal}, PostgreSQL ${postgres})`;
  const figures = [
    ['orders a second', String(r.ordersPerS)],
    ['CPU ms an order', keeper < 1 ? cpu : `${cpu}, keeper ${keeper}`],
    ['history of an order', `${r.events} events, ${r.historyBytes} bytes, ${r.actions} billable actions`],
    ['PostgreSQL an order', `${r.dbCommits} commits, ${r.dbBytes} bytes of WAL`],
    ['webhooks an order', String(r.webhooks)],
    ['peak memory', `gateway and worker ${r.peakMiB.app} MiB, Temporal ${r.peakMiB.temporal} MiB`],
  ];
  const head = ['', 'p50 ms', 'p99 ms', ...(r.quiet ? ['alone p50', 'p99'] : [])];
  const calls = [...COMMANDS, ...READS].map((call) => [call, ...cells(r.latency[call]), ...(r.quiet ? cells(r.quiet[call]) : [])]);
  return [`${r.orders} orders, ${r.concurrency} clients at once`, columns(figures), '', columns([head, ...calls], true)].join('\n');
}

const cells = (latency: Latency | undefined): string[] => (latency ? [latency.p50.toFixed(1), latency.p99.toFixed(1)] : ['-', '-']);

function columns(rows: string[][], numbers = false): string {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const line = (row: string[]): string => row.map((cell, i) => (numbers && i > 0 ? cell.padStart(width(i)) : cell.padEnd(width(i)))).join('  ');
  return rows.map((row) => `  ${line(row)}`.trimEnd()).join('\n');
}
