import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';

type Event = temporal.api.history.v1.IHistoryEvent;

export interface HistoryFigures {
  events: number;
  bytes: number;
  actions: number;
  /** Events by kind, of one order. */
  kinds: Record<string, number>;
}

/** Means over the histories of some orders. */
export async function historyFigures(client: Client, ids: string[]): Promise<HistoryFigures> {
  const all = await Promise.all(ids.map((id) => figuresOf(client, id)));
  const mean = (of: (f: HistoryFigures) => number): number => Math.round((all.reduce((sum, f) => sum + of(f), 0) / all.length) * 10) / 10;
  return { events: mean((f) => f.events), bytes: Math.round(mean((f) => f.bytes)), actions: mean((f) => f.actions), kinds: all[0]?.kinds ?? {} };
}

async function figuresOf(client: Client, id: string): Promise<HistoryFigures> {
  const handle = client.workflow.getHandle(id);
  const [{ events }, description] = await Promise.all([handle.fetchHistory(), handle.describe()]);
  const list = events ?? [];
  const kinds: Record<string, number> = {};
  for (const event of list) kinds[kindOf(event)] = (kinds[kindOf(event)] ?? 0) + 1;
  return { events: list.length, bytes: Number(description.raw.workflowExecutionInfo?.historySizeBytes ?? 0), actions: billableActions(list), kinds };
}

const kindOf = (event: Event): string =>
  Object.keys(event)
    .find((key) => key.endsWith('EventAttributes'))
    ?.replace('EventAttributes', '') ?? 'other';

/**
 * An estimate of what Temporal Cloud bills, by its published rules: a start, an accepted Update, a signal, a timer and an upsert of search attributes
 * are one action each; an activity is one for each attempt; all local activities of one workflow task are one together.
 */
export function billableActions(events: Event[]): number {
  const tasksWithLocal = new Set<string>();
  let actions = 0;
  for (const e of events) {
    const single =
      e.workflowExecutionStartedEventAttributes ??
      e.workflowExecutionUpdateAcceptedEventAttributes ??
      e.workflowExecutionSignaledEventAttributes ??
      e.timerStartedEventAttributes ??
      e.upsertWorkflowSearchAttributesEventAttributes;
    if (single) actions++;
    if (e.activityTaskStartedEventAttributes) actions += e.activityTaskStartedEventAttributes.attempt ?? 1;
    if (e.markerRecordedEventAttributes) tasksWithLocal.add(String(e.markerRecordedEventAttributes.workflowTaskCompletedEventId));
  }
  return actions + tasksWithLocal.size;
}
