import { LRUCache } from 'lru-cache';
import type { Database } from './database';
import type { OrderIntake, Prisma } from './generated/client';

/** What orders were registered with. It does not change once the order has begun, so that a process may remember it. */
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

  /** Keeps what an order that has not begun is registered with; another try at the same order replaces it. */
  async register(intake: Prisma.OrderIntakeUncheckedCreateInput): Promise<void> {
    this.#known.delete(intake.paOrderId);
    await this.db.orderIntake.upsert({ where: { paOrderId: intake.paOrderId }, create: intake, update: intake, select: { paOrderId: true } });
  }

  #keep(intake: OrderIntake | null): OrderIntake | undefined {
    if (intake) this.#known.set(intake.paOrderId, intake);
    return intake ?? undefined;
  }
}
