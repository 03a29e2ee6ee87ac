import { setTimeout as wait } from 'node:timers/promises';
import { connectInstallation } from '../../src/installation';
import { readSettings } from '../../src/settings';
import { updates } from '../../workflows/messages';
import { Ongoing } from './ongoing';
import type { Parts } from './parts';
import type { Tally } from './tally';

/** Staff, who take up again what the bank has refused. */
export class Clerk extends Ongoing {
  constructor(
    private readonly parts: Parts,
    private readonly tally: Tally,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    while (!this.isOver) {
      await wait(1_000);
      await this.#round().catch(() => undefined); // something is down; there is another round
    }
  }

  async #round(): Promise<void> {
    const { db, client, close } = await connectInstallation({
      ...readSettings({}),
      DATABASE_URL: this.parts.databaseUrl,
      TEMPORAL_ADDRESS: this.parts.temporalAddress,
    });
    try {
      const parked = await db.order.findMany({ where: { needsAttention: { contains: 'parked' } }, select: { paOrderId: true } });
      for (const { paOrderId } of parked) {
        const update = client.workflow.getHandle(paOrderId).executeUpdate(updates.retryStep, { args: [{ actor: 'admin:clerk' }] });
        await client.withDeadline(Date.now() + 5_000, () => update);
        this.tally.add('staff: a refused step taken up again');
      }
    } finally {
      await close();
    }
  }
}
