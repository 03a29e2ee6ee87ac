import type { Client, WorkflowStartOptions } from '@temporalio/client';
import { Refusal } from '../domain/refusal';
import { isTemporalAway } from './away';

const TIMEOUT_MS = 10_000;

/** Starts a workflow, or gives up in time. @throws Refusal SERVICE_UNAVAILABLE with this message when Temporal does not answer */
export async function startBounded(client: Client, workflow: string, options: WorkflowStartOptions, message: string): Promise<void> {
  try {
    await client.withDeadline(Date.now() + TIMEOUT_MS, () => client.workflow.start(workflow, options));
  } catch (error) {
    throw isTemporalAway(error) ? new Refusal('SERVICE_UNAVAILABLE', message) : error;
  }
}
