import type { Client } from '@temporalio/client';
import type { SealedBox } from '../security/sealed-box';
import type { Database } from '../store/database';
import type { Violation } from './violation';

export const PERSONAL_DATA_STAYS = 'personal data stays in its column';

/** Anything shorter is found everywhere by chance. */
const LEAST_LENGTH = 5;

/** Looks for the customers' names and phones in everything else that is kept of the newest orders: tables and workflow histories. */
export async function personalDataViolations(db: Database, client: Client, box: SealedBox, orders = 200): Promise<Violation[]> {
  const intakes = await db.orderIntake.findMany({ where: { nameSealed: { not: null } }, orderBy: { createdAt: 'desc' }, take: orders });
  const found: Violation[] = [];
  for (const { paOrderId, nameSealed, phoneSealed } of intakes) {
    const secrets = [nameSealed, phoneSealed].flatMap((sealed) => (sealed ? [box.open(sealed)] : [])).filter(({ length }) => length >= LEAST_LENGTH);
    const texts = { ...(await keptOf(db, paOrderId)), history: await historyOf(client, paOrderId) };
    for (const [where, text] of Object.entries(texts)) {
      if (secrets.some((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1))))
        found.push({ invariant: PERSONAL_DATA_STAYS, subject: paOrderId, detail: `a name or phone of its customer is in: ${where}` });
    }
  }
  return found;
}

async function keptOf(db: Database, paOrderId: string): Promise<Record<string, string>> {
  const where = { where: { paOrderId } };
  const [orders, journal, ledger, webhook_events, bank_statements, made_documents, money_orders] = await Promise.all([
    db.order.findMany(where),
    db.journalRecord.findMany(where),
    db.ledgerTransfer.findMany(where),
    db.webhookEvent.findMany(where),
    db.bankStatement.findMany(where),
    db.madeDocument.findMany(where),
    db.moneyOrder.findMany({ where: { key: { startsWith: paOrderId } } }),
  ]);
  const tables = { orders, journal, ledger, webhook_events, bank_statements, made_documents, money_orders };
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, JSON.stringify(rows)]));
}

/** Every payload of a workflow's history as text; none when Temporal does not keep it any more. */
async function historyOf(client: Client, workflowId: string): Promise<string> {
  const history = await client.workflow
    .getHandle(workflowId)
    .fetchHistory()
    .catch(() => undefined);
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString('utf8'));
    else if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(history?.events);
  return texts.join('\n');
}
