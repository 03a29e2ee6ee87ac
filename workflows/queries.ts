import { setHandler } from '@temporalio/workflow';
import { waitsFor } from '../src/domain/waiting';
import { queries } from './messages';
import type { OrderRecord } from './order-record';

/** Live state, for whoever asks Temporal itself. */
export function answerQueries(record: OrderRecord): void {
  setHandler(queries.order, () => record.state, { description: 'The order as its workflow holds it' });
  setHandler(queries.memory, () => record.memory, { description: 'Everything that its read copy, journal and events are made of' });
  setHandler(
    queries.live,
    () => ({
      status: record.state.status,
      ...waitsFor(record.state),
      needs_attention: record.state.needs_attention,
      deliveries_pending: record.deliveries.pending,
    }),
    { description: 'What the order waits for, and until when' },
  );
}
