import { parseArgs } from 'node:util';

export interface BenchArgs {
  /** Orders that count. */
  orders: number;
  /** Orders before them that do not. */
  warmup: number;
  /** Clients at once, each with one order after the other. */
  concurrency: number;
  /** Orders of one client alone, afterwards. */
  quiet: number;
  /** Where the figures go as JSON, besides the last line. */
  json?: string;
}

const DEFAULTS = { orders: 500, warmup: 60, concurrency: 20, quiet: 0 };

/** Flags; where one is missing, the environment variable of its name in capitals; else the default. @throws Error that lists the flags */
export function benchArgs(argv = process.argv.slice(2), env = process.env): BenchArgs {
  const string = { type: 'string' } as const;
  const { values } = parseArgs({ args: argv, options: { orders: string, warmup: string, concurrency: string, quiet: string, json: string } });
  const count = (name: keyof typeof DEFAULTS): number => {
    const n = Number(values[name] ?? env[name.toUpperCase()] ?? DEFAULTS[name]);
    if (!Number.isInteger(n) || n < 0) throw new Error(`--${name} takes a whole number. Flags: --orders --warmup --concurrency --quiet --json FILE`);
    return n;
  };
  return {
    orders: count('orders'),
    warmup: count('warmup'),
    concurrency: Math.max(1, count('concurrency')),
    quiet: count('quiet'),
    json: values.json,
  };
}
