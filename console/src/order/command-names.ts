import type { OrderStatus } from '../../../src/domain/lifecycle';
import type { AdminOrder } from '../api/types';

export type CommandName = 'retry' | 'resolve' | 'assign' | 'requestDocs' | 'issue' | 'complete' | 'refund' | 'cancel';

/** The command that leads to a status; to the others an order comes without staff. */
const LEADS_TO: Partial<Record<OrderStatus, CommandName>> = {
  IN_PROGRESS: 'assign',
  PENDING_DOCS: 'requestDocs',
  FX_FIXED: 'issue',
  COMPLETED: 'complete',
  REFUND_INITIATED: 'refund',
  REJECTED: 'cancel',
};

export const commandsFor = ({
  allowed_next,
  attention,
  needs_attention,
}: Pick<AdminOrder, 'allowed_next' | 'attention' | 'needs_attention'>): CommandName[] => [
  ...(needs_attention === undefined ? [] : [attention === undefined || attention.kind === 'parked' ? ('retry' as const) : ('resolve' as const)]),
  ...allowed_next.flatMap((status) => LEADS_TO[status] ?? []),
];
