import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities/types';

const first = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '1m' },
  summary: 'Webhooks: first attempt',
});

/** Attempts 2 to 5, after waits of 1 s (before this begins), 2, 4 and 8 s. */
const again = proxyActivities<Activities>({
  startToCloseTimeout: '15s',
  retry: { initialInterval: '2s', backoffCoefficient: 2, maximumAttempts: 4 },
  summary: 'Webhook: attempts 2 to 5',
});

/** Events on their way. Nothing that moves money waits for them; what gathers while one batch is out goes with the next. */
export class Deliveries {
  #due: string[] = [];
  #underWay = 0;
  #pumping = false;

  /** Events neither delivered nor given up. */
  get pending(): number {
    return this.#due.length + this.#underWay;
  }

  add(eventIds: string[]): void {
    this.#due.push(...eventIds);
    if (!this.#pumping) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    while (this.#due.length > 0) {
      const batch = this.#due.splice(0);
      this.#underWay += batch.length;
      const failed = await first.deliver(batch);
      this.#underWay -= batch.length - failed.length;
      for (const eventId of failed) void this.#retry(eventId);
    }
    this.#pumping = false;
  }

  async #retry(eventId: string): Promise<void> {
    try {
      await sleep('1s', { summary: 'Webhook: wait before attempt 2' });
      await again.redeliver(eventId);
    } catch {
      await first.deadLetter(eventId);
    }
    this.#underWay--;
  }
}
