import { condition } from '@temporalio/workflow';
import { awaitsPayment } from '../src/domain/lifecycle';
import type { OrderRecord } from './order-record';

/**
 * The order's own time limits: it expires at `expires_at` unless the rubles arrived, and its SLA is breached at `deadline` unless it is closed.
 * One timer serves both, since `expires_at` is never after `deadline`: it rings early at most, and is set again.
 */
export async function keepTime(record: OrderRecord): Promise<void> {
  const limit = (): string => (awaitsPayment(record.state.status) ? record.state.expires_at : record.state.deadline);
  while (!record.isClosed && !record.state.sla_breached) {
    const set = limit();
    const moved = await condition(() => record.isClosed || limit() < set, Math.max(1, Date.parse(set) - Date.now()), {
      summary: awaitsPayment(record.state.status) ? `Expires unless paid by ${set}` : `SLA deadline ${set}`,
    });
    if (!moved && Date.now() >= Date.parse(limit())) await ring(record);
  }
}

function ring(record: OrderRecord): Promise<void> {
  return record.change(() => {
    const { status, expires_at, deadline, fx } = record.state;
    if (awaitsPayment(status)) {
      record.move('expire', 'system:expiry', { payload: { expires_at, rate_expired: fx?.expires_at === expires_at } });
    } else if (!record.isClosed && Date.now() >= Date.parse(deadline)) {
      record.state.sla_breached = true;
      record.note('order.sla_breached', 'system:sla', { deadline, status });
    }
  });
}
