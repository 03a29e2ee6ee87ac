import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../src/local/until';
import { openDatabase } from '../../src/store/database';
import type { Chance } from './chance';
import { Ongoing } from './ongoing';
import { LINK_NAMES, type LinkName, PART_NAMES, type PartName, type Parts } from './parts';
import type { Tally } from './tally';

const FAULTS = { kill: 48, cut: 12, reset: 12, slow: 12, hold: 12, overtake: 4 };

/** Of so many connections one is held up: what is tried again over another overtakes it. */
const HELD_OF = 2;
/** A copy on its way to the database, of an order that callers soon move on. */
const COPY = /"pa_order_id":"(pa_\w+)".*?"status":"(?:DRAFT|IN_PROGRESS|AWAITING_PAYMENT)","version":(\d+)/s;
const OVERTAKE_MS = 30_000;

/** One fault after the other, by the seed, until it is told to end; each is over before the next begins. A copy is overtaken first, in every run. */
export class Chaos extends Ongoing {
  /** How many there have been. */
  faults = 0;

  constructor(
    private readonly parts: Parts,
    private readonly chance: Chance,
    private readonly tally: Tally,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    for (let number = 0; !this.isOver; this.faults = ++number) {
      if (number > 0) await wait(this.chance.between(300, 2_500, 'pause', number));
      if (this.isOver) return;
      const fault = number === 0 ? 'overtake' : this.chance.pick(FAULTS, 'fault', number);
      if (fault === 'kill') await this.#kill(number);
      else if (fault === 'overtake') await this.#overtake();
      else await this.#trouble(fault, number);
    }
  }

  /** A copy is held up on its way until a newer one of the same order has arrived. */
  async #overtake(): Promise<void> {
    let held: { id: string; version: number } | undefined;
    const release = this.parts.links['worker to postgres'].holdFirst((sent) => {
      const [, id, version] = COPY.exec(sent) ?? [];
      if (id) held = { id, version: Number(version) };
      return held !== undefined;
    });
    const db = openDatabase(this.parts.databaseUrl, 1);
    let isOvertaken = false;
    const look = async (): Promise<boolean> => {
      if (held) isOvertaken = (await db.order.count({ where: { paOrderId: held.id, version: { gt: held.version } } }).catch(() => 0)) > 0;
      return isOvertaken || this.isOver;
    };
    await until('a copy is overtaken', OVERTAKE_MS, look).catch(() => undefined); // there was none
    if (isOvertaken) this.tally.add('link overtake: worker to postgres');
    release();
    await db.$disconnect();
  }

  async #kill(number: number): Promise<void> {
    const name = PART_NAMES[Math.floor(this.chance.between(0, PART_NAMES.length, 'victim', number))] as PartName;
    this.tally.add(`killed: ${name}`);
    this.parts.kill(name);
    await wait(this.chance.between(0, 1_500, 'dead', number));
    await this.parts.revive(name);
  }

  async #trouble(fault: 'cut' | 'reset' | 'slow' | 'hold', number: number): Promise<void> {
    const name = LINK_NAMES[Math.floor(this.chance.between(0, LINK_NAMES.length, 'link', number))] as LinkName;
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
