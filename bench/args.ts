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

type Count = Exclude<keyof BenchArgs, 'json'>;

const COUNTS: Record<Count, { least: number; otherwise: number }> = {
  orders: { least: 1, otherwise: 500 },
  warmup: { least: 0, otherwise: 60 },
  concurrency: { least: 1, otherwise: 20 },
  quiet: { least: 0, otherwise: 0 },
};
const FLAGS = 'Flags: --orders N --warmup N --concurrency N --quiet N --json FILE';

/** Flags; where one is missing, the environment variable of its name in capitals; else the default. @throws Error that lists the flags */
export function benchArgs(argv = process.argv.slice(2), env = process.env): BenchArgs {
  const given = flagsOf(argv);
  const count = (name: Count): number => {
    const { least, otherwise } = COUNTS[name];
    const text = given[name] ?? (env[name.toUpperCase()] || String(otherwise));
    if (!/^\d{1,9}$/.test(text) || Number(text) < least)
      throw new Error(`${name}: ${text || 'nothing'} is not a whole number from ${least}. ${FLAGS}`);
    return Number(text);
  };
  return { orders: count('orders'), warmup: count('warmup'), concurrency: count('concurrency'), quiet: count('quiet'), json: given.json };
}

function flagsOf(args: string[]) {
  const string = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { orders: string, warmup: string, concurrency: string, quiet: string, json: string } }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message.split(/[.\n]/)[0]}. ${FLAGS}`);
  }
}
