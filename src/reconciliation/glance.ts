import type { Client } from '@temporalio/client';
import { ORDER_WORKFLOW } from '../../workflows/messages';
import type { Database } from '../store/database';

/** What Temporal's list shows of an order without asking its workflow. */
export interface Shown {
  status: string;
  isFlagged: boolean;
}

export interface WorkflowPage {
  orders: Map<string, Shown>;
  /** What it was asked for with: the same page again. */
  after: string;
}

/** The orders that are open in Temporal, or closed since then, page by page. @param from `after` of the page to begin with */
export async function* workflowPages(client: Client, since: Date, pageSize: number, from = ''): AsyncGenerator<WorkflowPage> {
  const { namespace } = client.options;
  const query = `WorkflowType = "${ORDER_WORKFLOW}" AND (ExecutionStatus = "Running" OR CloseTime > "${since.toISOString()}")`;
  let after = from;
  do {
    const request = { namespace, query, pageSize, nextPageToken: Buffer.from(after, 'base64') };
    const { executions, nextPageToken } = await client.workflowService.listWorkflowExecutions(request);
    const orders = new Map<string, Shown>();
    for (const { execution, searchAttributes } of executions) {
      const shown = searchAttributes?.indexedFields ?? {};
      const status = String(inClear(shown.OrderStatus?.data));
      orders.set(execution?.workflowId ?? '', { status, isFlagged: inClear(shown.NeedsAttention?.data) === true });
    }
    yield { orders, after };
    after = Buffer.from(nextPageToken).toString('base64');
  } while (after !== '');
}

function inClear(data: Uint8Array | null | undefined): unknown {
  if (!data) return undefined;
  const value = JSON.parse(Buffer.from(data).toString('utf8')) as unknown;
  return Array.isArray(value) ? value[0] : value;
}

export interface Glance extends Shown {
  /** Its columns say what its state says. */
  isWhole: boolean;
}

/** What the copies show without asking their workflows. */
export async function glancesAt(db: Database, ids: string[]): Promise<Map<string, Glance>> {
  const rows = await db.$queryRaw<(Glance & { id: string })[]>`
    SELECT pa_order_id AS id, status, needs_attention IS NOT NULL AS "isFlagged",
      (operator_id, version::text, status, scenario, partner_id, currency, needs_attention, deadline, expires_at, created_at, updated_at)
      IS NOT DISTINCT FROM
      (state ->> 'operator_id', state ->> 'version', state ->> 'status', state ->> 'scenario', state #>> '{service,partner_id}', state ->> 'currency_local',
       state ->> 'needs_attention', (state ->> 'deadline')::timestamptz, (state ->> 'expires_at')::timestamptz, (state ->> 'created_at')::timestamptz,
       (state ->> 'updated_at')::timestamptz) AS "isWhole"
    FROM orders WHERE pa_order_id = ANY(${ids}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}
