import { answerOf, api } from '../api/client';
import type { AdminOrder, Approval } from '../api/types';
import type { CommandName } from './command-names';

export interface CommandInput {
  assignee: string;
  documents: string[];
  comment: string;
  type: '' | 'bank_transfer' | 'payment_link';
  reason: string;
  key: string;
  outcome: 'done' | 'not_done';
  reference: string;
  fee: number | '';
}

type Result = AdminOrder | Approval;

const said = (text: string): string | undefined => text.trim() || undefined;

/** What each command sends. */
export const CALLS: Record<CommandName, (paOrderId: string, input: CommandInput) => Promise<Result>> = {
  assign: (paOrderId, { assignee }) =>
    answerOf(api.PATCH('/v1/admin/orders/{paOrderId}/assign', { params: { path: { paOrderId } }, body: { assignee: said(assignee) } })),
  requestDocs: (paOrderId, { documents, comment }) =>
    answerOf(
      api.POST('/v1/admin/orders/{paOrderId}/request-docs', {
        params: { path: { paOrderId } },
        body: { required_documents: documents, comment: said(comment) },
      }),
    ),
  issue: (paOrderId, { type }) =>
    answerOf(api.POST('/v1/admin/orders/{paOrderId}/payment-details', { params: { path: { paOrderId } }, body: { type: type || undefined } })),
  complete: (paOrderId, { comment }) =>
    answerOf(api.POST('/v1/admin/orders/{paOrderId}/complete', { params: { path: { paOrderId } }, body: { comment: said(comment) } })),
  cancel: (paOrderId, { reason }) =>
    answerOf(api.POST('/v1/admin/orders/{paOrderId}/cancel', { params: { path: { paOrderId } }, body: { reason: reason.trim() } })),
  refund: (paOrderId, { reason }) =>
    answerOf<Result>(api.POST('/v1/admin/orders/{paOrderId}/refund', { params: { path: { paOrderId } }, body: { reason: reason.trim() } })),
  resolve: (paOrderId, { key, outcome, reference, fee, reason }) =>
    answerOf(
      api.POST('/v1/admin/orders/{paOrderId}/resolve', {
        params: { path: { paOrderId } },
        body: {
          key,
          outcome,
          note: reason.trim(),
          ...(outcome === 'done' ? { reference: reference.trim(), fee: fee === '' ? undefined : fee } : {}),
        },
      }),
    ),
  retry: (paOrderId) => answerOf(api.POST('/v1/admin/orders/{paOrderId}/retry', { params: { path: { paOrderId } } })),
};

/** A refund above the policy's amount is answered with the approval that it waits for. */
export const isApproval = (result: Result): result is Approval => 'requested_by' in result;
