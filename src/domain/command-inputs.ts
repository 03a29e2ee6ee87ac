import type { DecimalText } from './money';
import { DOCUMENT_TYPES, type DocumentType, type PaymentDetailsType, type Timestamp } from './order';
import { isStorable } from './storable';

/** What each command carries. `actor` is who acts, as `<role>:<id>`, the way the journal keeps it. */
export interface CommandInputs {
  assign: { actor: string; assignee?: string };
  requestDocuments: { actor: string; required_documents: string[]; comment?: string };
  attachDocument: { actor: string; document_type: DocumentType; file_name: string; file_url: string; sha256?: string };
  issuePaymentDetails: { actor: string; type?: PaymentDetailsType };
  receivePayment: { actor: string; amount_rub: DecimalText; received_at?: Timestamp; statement_ref?: string };
  complete: { actor: string; comment?: string };
  cancel: { actor: string; reason: string };
  /** `approved_by` where a second person had to. */
  refund: { actor: string; reason: string; approved_by?: string };
  retryStep: { actor: string };
  /** What the provider says, on the phone or on paper, about a step whose outcome is not known. */
  resolveStep: {
    actor: string;
    key: string;
    outcome: 'done' | 'not_done';
    note: string;
    reference?: string;
    fee?: DecimalText;
    value_date?: string;
  };
}

export type CommandName = keyof CommandInputs;

/** What is wrong with a value; undefined when nothing is. */
type Check = (value: unknown) => string | undefined;

const text =
  (min: number, max: number, pattern = /^/): Check =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max && pattern.test(value) && isStorable(value)
      ? undefined
      : `must be a text of ${min} to ${max} characters`;
const oneOf =
  (allowed: readonly string[]): Check =>
  (value) =>
    allowed.includes(value as string) ? undefined : `must be one of ${allowed.join(', ')}`;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null ? undefined : check(value);
const texts: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === 'string' && isStorable(v))
    ? undefined
    : 'must be a list of at least one text';
const amount: Check = (value) =>
  typeof value === 'string' && /^\d{1,20}(\.\d{1,10})?$/.test(value) ? undefined : 'must be decimal text such as "1234.56"';

const actor = text(1, 128);
const reason = text(3, 500);
const SHAPES: { [K in CommandName]: { [F in keyof Required<CommandInputs[K]>]: Check } } = {
  assign: { actor, assignee: optional(text(0, 64)) },
  requestDocuments: { actor, required_documents: texts, comment: optional(text(0, 1000)) },
  attachDocument: { actor, document_type: oneOf(DOCUMENT_TYPES), file_name: text(1, 255), file_url: text(1, 2000), sha256: optional(text(64, 64)) },
  issuePaymentDetails: { actor, type: optional(oneOf(['bank_transfer', 'payment_link'])) },
  receivePayment: { actor, amount_rub: amount, received_at: optional(text(1, 40)), statement_ref: optional(text(0, 255)) },
  complete: { actor, comment: optional(text(0, 500)) },
  cancel: { actor, reason },
  refund: { actor, reason, approved_by: optional(actor) },
  retryStep: { actor },
  resolveStep: {
    actor,
    key: text(1, 100),
    outcome: oneOf(['done', 'not_done']),
    note: reason,
    reference: optional(text(1, 100)),
    fee: optional(amount),
    value_date: optional(text(10, 10)),
  },
};

/**
 * What is wrong with a command's input, field by field: a signal or an Update may be sent by hand. A schema library would cost each workflow
 * its initialisation, 7 ms of CPU an order; these shapes cost nothing that can be measured.
 */
export function violationsOf(name: CommandName, input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [`${name}: must be an object`];
  const fields = input as Record<string, unknown>;
  return Object.entries(SHAPES[name]).flatMap(([field, check]) => {
    const problem = (check as Check)(fields[field]);
    return problem === undefined ? [] : [`${field}: ${problem}`];
  });
}
