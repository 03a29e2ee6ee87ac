import { allowedNext } from '../../domain/lifecycle';
import { toNumber } from '../../domain/money';
import type { SignedLinks } from '../../security/identity';
import type { Delivery } from '../../store/deliveries';
import type { AuditRecord, Partner, RefundApproval } from '../../store/generated/client';
import type { StoredOrder } from '../../store/orders';
import type { StatementView } from '../../store/suspense';
import type { Api } from '../api';
import { presentDelivery, presentOrder } from '../present';

/** An order with what only staff are told. */
export const presentAdminOrder = ({ state, intake }: StoredOrder, links: SignedLinks): Api['AdminOrder'] => ({
  ...presentOrder(state, intake, links),
  operator_id: state.operator_id,
  uin: state.uin,
  needs_attention: state.needs_attention,
  attention: state.attention,
  sla_breached: state.sla_breached ?? false,
  allowed_next: allowedNext(state.status),
});

export const presentAdminDelivery = (d: Delivery): Api['AdminDelivery'] => ({
  ...presentDelivery(d),
  pa_order_id: d.paOrderId,
  operator_id: d.operatorId,
  recipient: d.recipient as 'operator' | 'partner',
  url: d.url,
  last_error: d.lastError ?? undefined,
  failed_at: d.status === 'DEAD' ? (d.settledAt ?? d.createdAt).toISOString() : undefined,
});

export const presentStatement = (s: StatementView): Api['Statement'] => ({
  id: s.id,
  uin: s.uin,
  amount_rub: toNumber(s.amountRub),
  received_at: s.receivedAt.toISOString(),
  statement_ref: s.statementRef ?? undefined,
  source: s.source,
  outcome: s.outcome,
  pa_order_id: s.paOrderId ?? undefined,
  notes: s.notes.map(({ note, at, ...rest }) => ({ ...rest, note: note ?? undefined, at: new Date(at).toISOString() })),
});

export const presentApproval = (a: RefundApproval): Api['Approval'] => ({
  id: a.id,
  pa_order_id: a.paOrderId,
  amount_rub: a.amountRub.toNumber(),
  reason: a.reason,
  status: a.status as Api['ApprovalStatus'],
  requested_by: a.requestedBy,
  requested_at: a.requestedAt.toISOString(),
  decided_by: a.decidedBy ?? undefined,
  decided_at: a.decidedAt?.toISOString(),
  outcome: a.outcome ?? undefined,
});

export const presentPartner = (p: Partner): Api['Partner'] => ({
  partner_id: p.partnerId,
  operator_id: p.operatorId || undefined,
  legal_name: p.legalName,
  country: p.country,
  currency: p.currency ?? undefined,
  supported_scenarios: p.scenarios as Api['Scenario'][],
  iban: p.iban ?? undefined,
  swift_bic: p.swiftBic ?? undefined,
  payment_form: p.paymentForm ?? undefined,
  webhook_url: p.webhookUrl ?? undefined,
  updated_at: p.updatedAt.toISOString(),
});

export const presentChange = (r: AuditRecord): Api['AuditRecord'] => ({
  id: String(r.id),
  subject: r.subject,
  actor: r.actor,
  before: r.before as Record<string, unknown> | null,
  after: r.after as Record<string, unknown> | null,
  at: r.createdAt.toISOString(),
});
