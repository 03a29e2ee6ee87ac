import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from './chance';
import { Ongoing } from './ongoing';
import { LINK_NAMES, type LinkName, PART_NAMES, type PartName, type Parts } from './parts';
import type { Tally } from './tally';

export const FAULTS = { kill: 50, cut: 12, reset: 12, slow: 12, hold: 14 };

/** Of so many connections one is held up: what is tried again over another overtakes it. */
const HELD_OF = 2;

/** One fault after the other, by the seed, until it is told to end; each is over before the next begins. */
export class Chaos extends Ongoing {
  /** How many there have been. */
  faults = 0;

  constructor(
    private readonly parts: Parts,
    private readonly chance: Chance,
    private readonly tally: Tally,
    private readonly weights: typeof FAULTS,
    private readonly linkNames: readonly LinkName[] = LINK_NAMES,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    for (let number = 0; !this.isOver; this.faults = ++number) {
      await wait(this.chance.between(300, 2_500, 'pause', number));
      if (this.isOver) return;
      const fault = this.chance.pick(this.weights, 'fault', number);
      if (fault === 'kill') await this.#kill(number);
      else await this.#trouble(fault, number);
    }
  }

  async #kill(number: number): Promise<void> {
    const name = PART_NAMES[Math.floor(this.chance.between(0, PART_NAMES.length, 'victim', number))] as PartName;
    this.tally.add(`killed: ${name}`);
    this.parts.kill(name);
    await wait(this.chance.between(0, 1_500, 'dead', number));
    await this.parts.revive(name);
  }

  async #trouble(fault: 'cut' | 'reset' | 'slow' | 'hold', number: number): Promise<void> {
    const name = this.linkNames[Math.floor(this.chance.between(0, this.linkNames.length, 'link', number))] as LinkName;
    const link = this.parts.links[name];
    const lasts = fault === 'hold' ? this.chance.between(4_000, 9_000, 'lasts', number) : this.chance.between(500, 4_000, 'lasts', number);
    this.tally.add(`link ${fault}: ${name}`);
    if (fault === 'reset') return link.reset();
    const release = fault === 'hold' ? link.hold(HELD_OF) : undefined;
    if (fault === 'cut') link.cut();
    if (fault === 'slow') link.delayMs = 150;
    await wait(lasts);
    release?.();
    link.mend();
    link.delayMs = 0;
  }
}
