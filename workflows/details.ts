import { setCurrentDetails } from '@temporalio/workflow';
import { waitsFor } from '../src/domain/waiting';
import type { OrderRecord } from './order-record';

/** Says in Temporal's Web UI what the order waits for, so that a stuck one explains itself. */
export function showDetails({ state }: OrderRecord): void {
  const { waits_for, until } = waitsFor(state);
  const lines = [`**${state.status}**: ${waits_for}${until ? ` until ${until}` : ''}`];
  if (state.needs_attention) lines.push(`**Needs attention**: ${state.needs_attention}`);
  if (state.sla_breached) lines.push(`**SLA breached**: the deadline was ${state.deadline}`);
  if (state.amount_rub) lines.push(`${state.amount_rub} RUB for ${state.amount_local} ${state.currency_local}, UIN ${state.uin}`);
  setCurrentDetails(lines.join('\n\n'));
}
