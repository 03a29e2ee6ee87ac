import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { type LiveState, type OrderWorkflow, queries } from '../../workflows/messages';

const TIMEOUT_MS = 3_000;

/** Something that is under way outside the workflow, and how often it failed. */
export interface LiveAttempt {
  /** Name of the activity. */
  step: string;
  attempt: number;
  last_failure?: string;
  next_attempt_at?: string;
}

export interface LiveOrder {
  /** Undefined when no worker answered, or the workflow has ended. */
  state?: LiveState;
  attempts: LiveAttempt[];
  workflow_status?: string;
  /** The same in Temporal's Web UI. */
  workflow_url?: string;
}

/** What an order's workflow says of itself at this moment, and what Temporal knows of its attempts. */
export class LiveOrders {
  constructor(
    private readonly client: Client,
    /** Address of Temporal's Web UI, where there is one. */
    private readonly uiUrl?: string,
  ) {}

  /** @returns undefined when Temporal does not answer; an order it has forgotten has no status */
  async find(paOrderId: string): Promise<LiveOrder | undefined> {
    const handle = this.client.workflow.getHandle<OrderWorkflow>(paOrderId);
    const bounded = <T>(call: () => Promise<T>): Promise<T> => this.client.withDeadline(Date.now() + TIMEOUT_MS, call);
    try {
      const { raw, status } = await bounded(() => handle.describe());
      const state = status.name === 'RUNNING' ? await bounded(() => handle.query(queries.live)).catch(() => undefined) : undefined;
      return { state, attempts: (raw.pendingActivities ?? []).map(attemptOf), workflow_status: status.name, workflow_url: this.#url(paOrderId) };
    } catch (error) {
      return error instanceof WorkflowNotFoundError ? { attempts: [] } : undefined;
    }
  }

  #url(paOrderId: string): string | undefined {
    return this.uiUrl && `${this.uiUrl}/namespaces/${this.client.options.namespace}/workflows/${paOrderId}`;
  }
}

function attemptOf(a: temporal.api.workflow.v1.IPendingActivityInfo): LiveAttempt {
  const failure = a.lastFailure?.cause?.message ?? a.lastFailure?.message;
  const next = a.nextAttemptScheduleTime?.seconds;
  return {
    step: a.activityType?.name ?? 'activity',
    attempt: a.attempt ?? 1,
    ...(failure ? { last_failure: failure } : {}),
    ...(next ? { next_attempt_at: new Date(Number(next) * 1000).toISOString() } : {}),
  };
}
