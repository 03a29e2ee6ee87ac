import type { SealedBox } from '../security/sealed-box';
import type { Database } from './database';

const BATCH = 500;

/** Seals again, with the key that seals now, what another key of the ring has sealed. Can be stopped and repeated. @returns how many rows it changed */
export async function resealAll(db: Database, box: SealedBox, progress: (rows: number) => void): Promise<number> {
  const reseal = (sealed: string): string => (box.isCurrent(sealed) ? sealed : box.seal(box.open(sealed)));
  const resealed = (sealed: string | null): string | null => sealed && reseal(sealed);
  let changed = 0;
  for (const { clientId, webhookSecrets } of await db.apiClient.findMany()) {
    if (webhookSecrets.every((secret) => box.isCurrent(secret))) continue;
    await db.apiClient.update({ where: { clientId }, data: { webhookSecrets: webhookSecrets.map(reseal) } });
    changed++;
  }
  for (let after = ''; ; ) {
    const rows = await db.orderIntake.findMany({
      where: { paOrderId: { gt: after } },
      orderBy: { paOrderId: 'asc' },
      take: BATCH,
      select: { paOrderId: true, nameSealed: true, phoneSealed: true },
    });
    for (const { paOrderId, nameSealed, phoneSealed } of rows) {
      if ([nameSealed, phoneSealed].every((sealed) => sealed === null || box.isCurrent(sealed))) continue;
      await db.orderIntake.updateMany({
        where: { paOrderId, nameSealed, phoneSealed },
        data: { nameSealed: resealed(nameSealed), phoneSealed: resealed(phoneSealed) },
      });
      changed++;
    }
    const last = rows.at(-1);
    if (!last) return changed;
    after = last.paOrderId;
    progress(changed);
  }
}
