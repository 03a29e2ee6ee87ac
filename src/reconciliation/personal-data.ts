import type { Client } from '@temporalio/client';
import type { SealedBox } from '../security/sealed-box';
import type { Database } from '../store/database';
import { Secrets } from './secrets';
import type { Violation } from './violation';

export const PERSONAL_DATA_STAYS = 'personal data stays in its column';

/** What may name a person: what an order was registered with, which has the columns themselves, and who is paid, who may be a customer as well. */
const MAY_NAME = ['order_intake', 'partners'];
const PARTNERS_AUDIT = 'partner:%';

/** Histories are long: those of the newest orders are read, and of others by chance. */
const HISTORIES = { newest: 200, others: 800 };
const PAGE = 1_000;
const TABLE_MS = 3_600_000;

/** Looks for the customers' names and phones in everything else that is kept: every table, and workflow histories. */
export async function personalDataViolations(db: Database, client: Client, box: SealedBox): Promise<Violation[]> {
  const secrets = await Secrets.read(db, box);
  const found = new Map<string, Violation>();
  const raise = (subject: string, where: string): void => {
    const detail = `a name or phone of its customer is in: ${where}`;
    found.set(`${subject} ${where}`, { invariant: PERSONAL_DATA_STAYS, subject, detail });
  };
  for (const table of await tablesOf(db)) {
    await eachRow(db, table, ({ text, paOrderId }) => {
      const owner = secrets.ownerIn(text, paOrderId);
      if (owner) raise(owner, table);
    });
  }
  for (const paOrderId of await sampleOf(db)) {
    if (secrets.ownerIn(await historyOf(client, paOrderId), paOrderId)) raise(paOrderId, 'history');
  }
  return [...found.values()];
}

async function tablesOf(db: Database): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`;
  return tables.map(({ name }) => name).filter((name) => !MAY_NAME.includes(name));
}

interface Row {
  text: string;
  /** Whose row it is; null: no order's. */
  paOrderId: string | null;
}

async function eachRow(db: Database, table: string, look: (row: Row) => void): Promise<void> {
  const only = table === 'audit' ? `WHERE t.subject NOT LIKE '${PARTNERS_AUDIT}'` : '';
  const order = `COALESCE(to_jsonb(t) ->> 'pa_order_id', substring(to_jsonb(t) ->> 'key' FROM '^pa_[0-9a-z]+'))`;
  await db.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe(`DECLARE every_row CURSOR FOR SELECT to_jsonb(t)::text AS text, ${order} AS "paOrderId" FROM "${table}" t ${only}`);
      for (;;) {
        const rows = await tx.$queryRawUnsafe<Row[]>(`FETCH ${PAGE} FROM every_row`);
        if (rows.length === 0) return;
        rows.forEach(look);
      }
    },
    { timeout: TABLE_MS },
  );
}

async function sampleOf(db: Database): Promise<Set<string>> {
  const { newest, others } = HISTORIES;
  const rows = await db.$queryRaw<{ id: string }[]>`
    (SELECT pa_order_id AS id FROM order_intake WHERE name_sealed IS NOT NULL ORDER BY created_at DESC LIMIT ${newest})
    UNION ALL (SELECT pa_order_id FROM order_intake WHERE name_sealed IS NOT NULL ORDER BY random() LIMIT ${others})`;
  return new Set(rows.map(({ id }) => id));
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
