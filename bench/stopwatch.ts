/** Milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
}

/** Times calls by name. */
export class Stopwatch<Call extends string> {
  readonly #times = new Map<Call, number[]>();

  async time<T>(call: Call, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    const times = this.#times.get(call) ?? [];
    times.push(performance.now() - started);
    this.#times.set(call, times);
    return result;
  }

  latency(): Partial<Record<Call, Latency>> {
    return Object.fromEntries([...this.#times].map(([call, ms]) => [call, latencyOf(ms)])) as Partial<Record<Call, Latency>>;
  }
}

function latencyOf(ms: number[]): Latency {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (q: number): number => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}
