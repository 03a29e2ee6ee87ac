import { randomUUID } from 'node:crypto';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { activities } from '../../activities';
import { postOutside } from '../../activities/post-outside';
import type { OrderState, OrderTerms } from '../../src/domain/order';
import type { Providers } from '../../src/providers/ports';
import { sandboxProviders } from '../../src/providers/sandbox';
import { OrderIds, SignedLinks } from '../../src/security/identity';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { WebhookSecrets } from '../../src/security/webhook-secrets';
import { readSettings } from '../../src/settings';
import { type Database, openDatabase } from '../../src/store/database';
import { OrderCommands } from '../../src/temporal/order-commands';
import { addSearchAttributes } from '../../src/temporal/search-attributes';
import { type RunningWorkers, startWorkers } from '../../src/temporal/workers';
import { environment, testDatabase } from './database';
import { Receiver } from './receiver';
import { quietRuntime, ReplayGate } from './replay';
import { testBundle } from './service';

export interface TimeMachine {
  env: TestWorkflowEnvironment;
  db: Database;
  databaseUrl: string;
  commands: OrderCommands;
  receiver: Receiver;
  /** Starts an order as the gateway would. */
  open(terms?: Partial<OrderTerms>): Promise<Order>;
}

/** An order and its commands, by the names of the interface. */
export interface Order {
  id: string;
  assign(): Promise<OrderState>;
  requestDocuments(): Promise<OrderState>;
  attachDocument(): Promise<OrderState>;
  paymentDetails(): Promise<OrderState>;
  /** Pays what is expected, or another amount. */
  pay(amount?: string): Promise<OrderState>;
  complete(): Promise<OrderState>;
  cancel(): Promise<OrderState>;
  refund(): Promise<OrderState>;
  /** The read copy. */
  read(): Promise<OrderState>;
  journal(): Promise<{ eventType: string; statusTo: string | null; payload: unknown }[]>;
  payouts(): Promise<number>;
}

export const HOUR = 3_600_000;
export const SECOND = 1_000;

/** The real workflow and activities on a server that skips time; skipping is for all its workflows, so each test ends or forgets its orders. */
export function useTimeMachine(options: { providers?: (db: Database) => Providers } = {}): TimeMachine {
  const machine = {} as TimeMachine;
  let workers: RunningWorkers;
  let gate: ReplayGate;

  beforeAll(async () => {
    quietRuntime();
    const executable = { type: 'existing-path', path: environment('TEST_TIME_SERVER') } as const;
    const env = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    await addSearchAttributes(env.nativeConnection, env.namespace ?? 'default');
    const databaseUrl = await testDatabase();
    const db = openDatabase(databaseUrl);
    const settings = readSettings({});
    const links = new SignedLinks(settings.SERVICE_SECRET, 'http://127.0.0.1');
    const secrets = new WebhookSecrets(db, new SealedBox(parseKeyRing(settings.PII_KEYS)), settings.PARTNER_SIGNING_SECRET);
    const providers = options.providers?.(db) ?? sandboxProviders(db);
    const needs = {
      db,
      client: env.client,
      links,
      secrets,
      providers,
      post: postOutside('sandbox'),
      markupPercent: '1.5',
      payUrl: 'http://127.0.0.1',
    };
    const bundle = await testBundle();
    workers = await startWorkers({ connection: env.nativeConnection, namespace: 'default', activities: activities(needs), bundle });
    gate = new ReplayGate(db, env.client, bundle);
    const commands = new OrderCommands(env.client, db, 20_000);
    const receiver = await new Receiver().start();
    Object.assign(machine, { env, db, databaseUrl, commands, receiver, open: (terms: Partial<OrderTerms>) => open(machine, terms) });
  }, 120_000);

  afterEach(async () => {
    await gate?.check();
  });

  afterAll(async () => {
    await workers?.stop();
    await machine.env?.teardown();
    await machine.receiver?.stop();
    await machine.db?.$disconnect();
  });

  return machine;
}

async function open({ env, db, commands, receiver }: TimeMachine, terms: Partial<OrderTerms> = {}): Promise<Order> {
  const ids = new OrderIds('time machine secret');
  const cso_order_id = `T-${randomUUID()}`;
  const operator_id = 'cso-demo';
  const id = ids.paOrderId(operator_id, cso_order_id);
  const uin = ids.uin(operator_id, cso_order_id);
  const scenario = terms.scenario ?? 'INVOICE';
  await db.orderIntake.create({
    data: {
      paOrderId: id,
      operatorId: operator_id,
      orderId: cso_order_id,
      uin,
      clientId: 'c-1',
      partnerId: 'PARTNER',
      callbackUrl: receiver.url,
      paymentLink: 'https://pay.example/1',
    },
  });
  const now = await env.currentTimeMs();
  await commands.open({
    pa_order_id: id,
    operator_id,
    cso_order_id,
    scenario,
    service: { type: 'villa', country: 'IT', partner_id: scenario === 'INVOICE' ? 'PARTNER-777' : 'PARTNER-301' },
    amount_local: '1500',
    currency_local: 'EUR',
    uin,
    deadline: new Date(now + 240 * HOUR).toISOString(),
    ttl_hours: 72,
    actor: 'cso:cso-demo',
    ...terms,
  });
  const actor = 'cso:cso-demo';
  const read = async (): Promise<OrderState> => (await db.order.findUniqueOrThrow({ where: { paOrderId: id } })).state as unknown as OrderState;
  return {
    id,
    assign: () => commands.execute('assign', id, { actor }),
    requestDocuments: () => commands.execute('requestDocuments', id, { actor, required_documents: ['PASSPORT'] }),
    attachDocument: () =>
      commands.execute('attachDocument', id, { actor, document_type: 'PASSPORT', file_name: 'p', file_url: 'https://f.example/p' }),
    paymentDetails: () => commands.execute('issuePaymentDetails', id, { actor }),
    pay: async (amount) => {
      const amount_rub = amount ?? (await read()).amount_rub ?? '1';
      return commands.execute('receivePayment', id, { actor: 'bank:statement', amount_rub }, `payment:${amount_rub}`);
    },
    complete: () => commands.execute('complete', id, { actor }),
    cancel: () => commands.execute('cancel', id, { actor, reason: 'not needed' }),
    refund: () => commands.execute('refund', id, { actor, reason: 'trip called off' }),
    read,
    journal: () => db.journalRecord.findMany({ where: { paOrderId: id }, orderBy: { seq: 'asc' } }),
    payouts: () => db.sandboxOperation.count({ where: { kind: 'payout', key: { startsWith: id } } }),
  };
}
