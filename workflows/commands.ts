import { log, patched, setHandler, uuid4 } from '@temporalio/workflow';
import { type CommandInputs, type CommandName, violationsOf } from '../src/domain/command-inputs';
import { isPaid, notAllowed, type OrderStatus } from '../src/domain/lifecycle';
import { isDeductible } from '../src/domain/money';
import type { OrderState } from '../src/domain/order';
import { invalid, Refusal } from '../src/domain/refusal';
import { assertTakes, assertTakesPayment, isRepeatedPayment } from '../src/domain/rules';
import { asFailure } from './failures';
import { signals, updates } from './messages';
import { now, type OrderRecord } from './order-record';
import { issuePaymentDetails } from './payment-details';

interface Command<K extends CommandName> {
  /** Whether the order, as it stands, takes it. @throws Refusal */
  check(record: OrderRecord, input: CommandInputs[K]): void;
  /** What newer releases ask besides, of a caller only: what an older one has taken is applied again at a replay. @throws Refusal */
  admit?(record: OrderRecord): void;
  apply(record: OrderRecord, input: CommandInputs[K]): void | Promise<void>;
  /** What the answer waits for, once the command is done and the next may come. */
  answerWhen?(record: OrderRecord): boolean;
}

const takes =
  (name: Exclude<CommandName, 'receivePayment'>) =>
  (record: OrderRecord): void =>
    assertTakes(name, record.state, new Date());

const commands: { [K in CommandName]: Command<K> } = {
  assign: {
    check: takes('assign'),
    apply: (record, { actor, assignee }) => record.move('assign', actor, { payload: { assignee, deadline: record.state.deadline } }),
  },

  requestDocuments: {
    check: takes('requestDocuments'),
    apply(record, { actor, required_documents, comment }) {
      record.state.requested_documents = required_documents;
      record.move('request_documents', actor, { payload: { required_documents }, told: { required_documents, comment } });
    },
  },

  attachDocument: {
    check: takes('attachDocument'),
    apply(record, { actor, document_type, file_name, file_url, sha256 }) {
      const document = { id: uuid4(), document_type, file_name, url: file_url, sha256, uploaded_by: actor, created_at: now() };
      record.addDocument(document, actor.startsWith('partner:'));
      if (record.state.status === 'PENDING_DOCS') record.move('receive_documents', actor, { payload: { document_id: document.id } });
    },
  },

  issuePaymentDetails: { check: takes('issuePaymentDetails'), apply: issuePaymentDetails },

  receivePayment: {
    check: (record, { amount_rub }) => assertTakesPayment(record.state, amount_rub, new Date()),
    apply(record, { actor, amount_rub, received_at, statement_ref }) {
      const details = record.state.payment_details;
      if (!details || isRepeatedPayment(record.state, amount_rub)) return;
      details.amount_received_rub = amount_rub;
      details.received_at = received_at ?? now();
      record.move('receive_payment', actor, { payload: { amount_rub, statement_ref, uin: details.uin } });
    },
    answerWhen: ({ state }) => state.status === 'PARTNER_PAID' || !isPaid(state.status) || state.needs_attention !== undefined,
  },

  complete: {
    check(record, _input) {
      takes('complete')(record);
      if (record.refundRequest) throw notAllowed('COMPLETED', record.state.status);
    },
    apply: (record, { actor, comment }) => record.move('complete', actor, { payload: { comment } }),
  },

  cancel: {
    check: takes('cancel'),
    apply(record, { actor, reason }) {
      record.state.rejection_reason = reason;
      record.move('cancel', actor, { payload: { reason }, told: { reason } });
    },
  },

  refund: {
    check(record) {
      takes('refund')(record);
      if (record.refundRequest) throw notAllowed('REFUND_INITIATED', record.state.status);
    },
    apply(record, input) {
      record.flag(undefined);
      record.refundRequest = input;
      record.interrupt?.();
    },
    answerWhen: ({ state }) => state.status === 'REFUNDED' || state.needs_attention !== undefined,
  },

  retryStep: {
    check(record) {
      takes('retryStep')(record);
      if (!record.state.needs_attention) throw nothingParked(record.state.status);
    },
    admit({ state: { status, attention } }) {
      if (attention && attention.kind !== 'parked') throw nothingParked(status);
    },
    apply(record, { actor }) {
      if (patched('a retry takes the flag away at once')) record.flag(undefined);
      record.retriesAsked++;
      record.note('order.retry_requested', actor);
    },
  },

  resolveStep: {
    check(record, { key, outcome, reference, fee }) {
      takes('resolveStep')(record);
      const asked = record.state.attention?.key;
      if (key !== asked) throw new Refusal('CONFLICT', `The key whose outcome is not known is ${asked}.`, { key: asked });
      if ((outcome === 'done') !== Boolean(reference)) throw invalid('reference', 'is given for what was done, and only then');
      const { amount_local, currency_local } = record.state;
      if (fee && !isDeductible(fee, amount_local, currency_local)) throw invalid('fee', `cannot be deducted from ${amount_local} ${currency_local}`);
    },
    apply(record, { actor, note, ...verdict }) {
      record.flag(undefined);
      record.verdict = verdict;
      record.note('order.outcome_declared', actor, { ...verdict, note });
      record.interrupt?.();
    },
  },
};

const nothingParked = (status: OrderStatus): Refusal =>
  new Refusal(
    'INVALID_STATUS_TRANSITION',
    'Nothing is parked: the order goes on by itself, or waits for something else.',
    notAllowed(status, status).details,
  );

/** Sets the handlers of every command, as Update and as Signal; an Update in the workflow's first task is validated here. */
export function takeCommands(record: OrderRecord): void {
  setHandler(updates.open, async () => {
    await record.opened;
    return record.state;
  });
  for (const name of Object.keys(commands) as CommandName[]) take(record, name);
}

function take<K extends CommandName>(record: OrderRecord, name: K): void {
  const command: Command<K> = commands[name];
  const answerWhen = (): boolean => command.answerWhen?.(record) ?? true;

  const run = (input: CommandInputs[K]): Promise<void> =>
    record.change(() => {
      command.check(record, input);
      return command.apply(record, input);
    }, answerWhen);

  const validate = (input: unknown): CommandInputs[K] => {
    const violations = violationsOf(name, input);
    if (violations.length > 0) throw new Refusal('VALIDATION_ERROR', `${name}: ${violations.join('; ')}`, { violations });
    command.check(record, input as CommandInputs[K]);
    command.admit?.(record);
    return input as CommandInputs[K];
  };

  const onUpdate = (input: CommandInputs[K]): Promise<OrderState> => run(input).then(() => record.state, fail);
  const validator = (input: CommandInputs[K]): void => {
    try {
      validate(input);
    } catch (error) {
      fail(error);
    }
  };
  setHandler(updates[name] as typeof updates.assign, onUpdate as never, { validator: validator as never });

  if (name in signals) {
    setHandler(signals[name as keyof typeof signals] as typeof signals.assign, async (input: unknown) => {
      try {
        await run(validate(input));
      } catch (error) {
        await journalRefusal(record, name, error);
      }
    });
  }
}

function fail(error: unknown): never {
  throw asFailure(error);
}

/** A signal has nobody to answer: its refusal goes to the journal, and the order goes on. */
function journalRefusal(record: OrderRecord, name: CommandName, error: unknown): Promise<void> {
  const failure = asFailure(error);
  log.warn('signal refused', { signal: name, code: failure.type });
  return record.change(() => record.note('order.signal_refused', 'system:signal', { signal: name, code: failure.type, message: failure.message }));
}
