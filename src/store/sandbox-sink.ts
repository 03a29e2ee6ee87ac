import type { Database } from './database';
import type { Prisma } from './generated/client';

const PAGE = 50;
const MOST = 500;

/** Keeps an event that the sandbox's own receiver got. */
export async function captureWebhook(db: Database, captured: Omit<Prisma.SandboxWebhookCreateInput, 'receivedAt'>): Promise<void> {
  await db.sandboxWebhook.create({ data: captured, select: { id: true } });
}

/** Captured events, newest first; 50 unless asked for more, 500 at most. */
export async function capturedWebhooks(db: Database, limit: number) {
  const take = Number.isInteger(limit) && limit > 0 ? Math.min(limit, MOST) : PAGE;
  const rows = await db.sandboxWebhook.findMany({ orderBy: { id: 'desc' }, take });
  return rows.map((r) => ({
    received_at: r.receivedAt.toISOString(),
    event_id: r.eventId ?? undefined,
    event_type: r.eventType ?? undefined,
    signature: r.signature ?? undefined,
    timestamp: r.timestamp ?? undefined,
    signature_valid: r.signatureValid,
    body: r.body,
  }));
}

export const clearCaptured = async (db: Database): Promise<number> => (await db.sandboxWebhook.deleteMany()).count;
