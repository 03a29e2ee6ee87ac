import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { invoiceOrder } from '../../scripts/sample-orders';
import type { CommandInputs, CommandName } from '../../src/domain/command-inputs';
import { isTerminal, type OrderStatus, TRANSITIONS } from '../../src/domain/lifecycle';
import { Refusal } from '../../src/domain/refusal';
import { until } from '../../src/local/until';
import { OrderCommands } from '../../src/temporal/order-commands';
import { signals } from '../../workflows/messages';
import { useService } from '../support/service';

const s = useService();

/** Commands as outsiders may send them: sensible, wrong and repeated ones. */
const INPUTS: { [K in CommandName]: Omit<CommandInputs[K], 'actor'>[] } = {
  assign: [{}],
  requestDocuments: [{ required_documents: ['PASSPORT'] }],
  attachDocument: [{ document_type: 'PASSPORT', file_name: 'p.pdf', file_url: 'https://f.example/p' }],
  issuePaymentDetails: [{}, { type: 'payment_link' }],
  receivePayment: [{ amount_rub: '148945.50' }, { amount_rub: '148945.51' }],
  complete: [{}],
  cancel: [{ reason: 'called off' }],
  refund: [{ reason: 'called off' }],
  retryStep: [{}],
  resolveStep: [{ key: 'pa_1:payout:1', outcome: 'not_done', note: 'the bank said so' }],
};
const UNSIGNALLED: CommandName[] = ['requestDocuments', 'issuePaymentDetails', 'refund', 'resolveStep'];

interface Step {
  name: CommandName;
  input: object;
  asSignal: boolean;
  /** Sent without waiting for the one before. */
  atOnce: boolean;
}

const step = (weights: Partial<Record<CommandName, number>>): fc.Arbitrary<Step> =>
  fc.oneof(...(Object.keys(INPUTS) as CommandName[]).map((name) => ({ weight: weights[name] ?? 5, arbitrary: fc.constant(name) }))).chain((name) =>
    fc.record({
      name: fc.constant(name),
      input: fc.constantFrom(...INPUTS[name]),
      asSignal: UNSIGNALLED.includes(name) ? fc.constant(false) : fc.boolean(),
      atOnce: fc.boolean(),
    }),
  );

/** A way that leads to payment, with anything thrown in between, some of it twice; or a heap of anything. */
const onTheWay: Step[] = (['assign', 'issuePaymentDetails', 'receivePayment'] as const).map((name) => ({
  name,
  input: INPUTS[name][0] ?? {},
  asSignal: false,
  atOnce: false,
}));
const disturbed = fc
  .array(fc.array(step({ cancel: 1 }), { maxLength: 2 }), { minLength: 4, maxLength: 4 })
  .map((between) => onTheWay.flatMap((expected, i) => [...(between[i] ?? []), expected]).concat(between[3] ?? []));
const sequence = fc
  .oneof(disturbed, fc.array(step({}), { minLength: 1, maxLength: 12 }))
  .chain((steps) => fc.subarray(steps, { maxLength: Math.min(3, steps.length) }).map((twice) => [...steps, ...twice]));

async function send(commands: OrderCommands, id: string, { name, input, asSignal }: Step): Promise<void> {
  const content = { ...input, actor: 'test:property' };
  if (asSignal)
    return s.client.workflow
      .getHandle(id)
      .signal(signals[name as keyof typeof signals] as typeof signals.assign, content as never)
      .catch(closed);
  await commands.execute(name, id, content as never).then(
    () => undefined,
    (error) => {
      if (!(error instanceof Refusal)) throw error;
      expect(['INVALID_STATUS_TRANSITION', 'ORDER_IS_TERMINAL', 'FX_RATE_NOT_FIXED', 'PAYMENT_AMOUNT_MISMATCH']).toContain(error.code);
    },
  );
}

/** A signal to an order that is closed has nowhere to go. */
const closed = (error: Error): void => {
  if (error.name !== 'WorkflowNotFoundError') throw error;
};

async function settled(id: string): Promise<void> {
  const running = async (): Promise<boolean> => {
    const { raw } = await s.client.workflow.getHandle(id).describe();
    return (raw.pendingActivities?.length ?? 0) > 0 || raw.pendingWorkflowTask != null;
  };
  await until(`${id} has come to rest`, 30_000, async () => !(await running()));
}

async function assertInvariants(id: string): Promise<void> {
  const copy = await s.db.order.findUniqueOrThrow({ where: { paOrderId: id } });
  const journal = await s.db.journalRecord.findMany({ where: { paOrderId: id }, orderBy: { seq: 'asc' } });
  const moves = journal.filter((e) => e.statusTo !== null);

  // Only transitions of the table, each with its event, and the journal alone explains the status.
  const rows = Object.values(TRANSITIONS);
  let at: string | null = null;
  for (const move of moves) {
    expect(move.statusFrom).toBe(at);
    const row = rows.find(
      (t) => t.to === move.statusTo && t.event === move.eventType && (at === null ? t.from.length === 0 : (t.from as readonly string[]).includes(at)),
    );
    expect({ from: at, to: move.statusTo, event: move.eventType, inTable: row !== undefined }).toMatchObject({ inTable: true });
    at = move.statusTo;
  }
  expect(at).toBe(copy.status);
  expect(journal.map((e) => e.seq)).toEqual(journal.map((_, i) => i + 1));

  // Nothing leaves a terminal status.
  expect(moves.slice(0, -1).filter((m) => isTerminal(m.statusTo as OrderStatus))).toEqual([]);

  // At most one payout, and none after a refund began; one refund at most, and only of what was paid.
  const operations = await s.db.sandboxOperation.groupBy({ by: ['kind'], where: { key: { startsWith: id } }, _count: true });
  const count = (kind: string): number => operations.find((o) => o.kind === kind)?._count ?? 0;
  const reached = (status: string): boolean => moves.some((m) => m.statusTo === status);
  expect(count('payout')).toBe(reached('PARTNER_PAID') ? 1 : 0);
  expect(count('fx')).toBe(reached('FX_EXECUTED') ? 1 : 0);
  expect(count('refund')).toBe(reached('REFUNDED') ? 1 : 0);
}

it('whatever comes, in whatever order, twice, as Update or as Signal: only the table happens', async () => {
  const commands = new OrderCommands(s.client, s.db, 15_000);
  const runs = Number(process.env.PROPERTY_RUNS ?? 40);
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const { pa_order_id: id } = await s.operator.create({ ...invoiceOrder(s.receiver.url), order_id: `P-${randomUUID()}` });
      let pending: Promise<void>[] = [];
      for (const next of steps) {
        if (!next.atOnce) {
          await Promise.all(pending);
          pending = [];
        }
        pending.push(send(commands, id, next));
      }
      await Promise.all(pending);
      await settled(id);
      await assertInvariants(id);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  // The sequences got somewhere: without that, the invariants above would say nothing of money.
  expect(await s.db.order.count({ where: { status: { in: ['PARTNER_PAID', 'COMPLETED', 'REFUNDED'] } } })).toBeGreaterThan(runs / 10);
}, 300_000);
