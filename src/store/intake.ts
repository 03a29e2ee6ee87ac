import { LRUCache } from 'lru-cache';
import type { Database } from './database';
import type { OrderIntake, Prisma } from './generated/client';

/** What orders were registered with. The first registration of an order wins and does not change, so that a process may remember it. */
export class Intakes {
  readonly #known = new LRUCache<string, OrderIntake>({ max: 20_000 });

  constructor(private readonly db: Database) {}

  async find(paOrderId: string): Promise<OrderIntake | undefined> {
    return this.#known.get(paOrderId) ?? this.#keep(await this.db.orderIntake.findUnique({ where: { paOrderId } }));
  }

  /** The same, if it is this operator's. */
  async findOwn(operatorId: string, paOrderId: string): Promise<OrderIntake | undefined> {
    const intake = await this.find(paOrderId);
    return intake?.operatorId === operatorId ? intake : undefined;
  }

  /** Keeps what an order is registered with, once. @returns what it was registered with first */
  async register(intake: Prisma.OrderIntakeCreateManyInput): Promise<OrderIntake> {
    await this.db.orderIntake.createMany({ data: [intake], skipDuplicates: true });
    const first = await this.find(intake.paOrderId);
    if (!first) throw new Error(`the intake of ${intake.paOrderId} was not kept`);
    return first;
  }

  #keep(intake: OrderIntake | null): OrderIntake | undefined {
    if (intake) this.#known.set(intake.paOrderId, intake);
    return intake ?? undefined;
  }
}
