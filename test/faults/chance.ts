import { createHash } from 'node:crypto';

/** Follows from the seed and from what is asked about, whatever happened before: a run can be had again. */
export class Chance {
  constructor(readonly seed: number) {}

  /** From 0 to just under 1. */
  of(...about: (string | number)[]): number {
    const hash = createHash('sha256')
      .update(JSON.stringify([this.seed, ...about]))
      .digest();
    return hash.readUInt32BE(0) / 2 ** 32;
  }

  between(least: number, most: number, ...about: (string | number)[]): number {
    return least + this.of(...about) * (most - least);
  }

  /** One of the names, by their weights in whole numbers. */
  pick<K extends string>(weights: Record<K, number>, ...about: (string | number)[]): K {
    const names = Object.keys(weights) as K[];
    const many = names.flatMap((name) => Array<K>(weights[name]).fill(name));
    return many[Math.floor(this.of(...about) * many.length)] as K;
  }
}
