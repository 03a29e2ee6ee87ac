import type { GatewayNeeds } from '../../src/gateway/needs';
import { RateLimits } from '../../src/gateway/rate-limits';
import { createLog } from '../../src/log';
import { Refunds } from '../../src/payments/refunds';
import { Suspense } from '../../src/payments/suspense';
import { OrderIds, SignedLinks } from '../../src/security/identity';
import { parseKeyRing, SealedBox } from '../../src/security/sealed-box';
import { WebhookSecrets } from '../../src/security/webhook-secrets';
import { readSettings } from '../../src/settings';
import { configInForce } from '../../src/store/config';
import { Intakes } from '../../src/store/intake';
import { RateCounter } from '../../src/store/rate-counter';
import { clusterState } from '../../src/temporal/cluster';
import { LiveOrders } from '../../src/temporal/live-orders';
import { Redeliveries } from '../../src/temporal/redeliveries';
import type { TimeMachine } from './time-machine';

/** What a gateway needs to stand on a server that skips time. */
export function gatewayOn({ db, databaseUrl, commands, env }: TimeMachine): {
  needs: GatewayNeeds;
  secrets: { bank: string; partner: string };
  close(): Promise<void>;
} {
  const settings = readSettings({});
  const box = new SealedBox(parseKeyRing(settings.PII_KEYS));
  const counter = new RateCounter(databaseUrl);
  const needs: GatewayNeeds = {
    settings,
    db,
    commands,
    offerPayment: commands.offerPayment,
    box,
    intakes: new Intakes(db),
    log: createLog('error', 'sandbox'),
    redeliveries: new Redeliveries(env.client),
    limits: new RateLimits(db, counter),
    ids: new OrderIds(settings.SERVICE_SECRET),
    links: new SignedLinks(settings.SERVICE_SECRET, 'http://127.0.0.1'),
    flags: configInForce(db, 'flags'),
    counter,
    refunds: new Refunds(db, (paOrderId, input, updateId) => commands.execute('refund', paOrderId, input, updateId)),
    suspense: new Suspense({ db, client: env.client, offerPayment: commands.offerPayment }),
    liveOrders: new LiveOrders(env.client),
    temporal: { address: 'time machine', state: () => clusterState(env.client) },
    secrets: new WebhookSecrets(db, box, settings.PARTNER_SIGNING_SECRET),
    temporalHealth: async () => ({ temporal: true, worker: true }),
    validateResponses: true,
  };
  return { needs, secrets: { bank: settings.BANK_SIGNING_SECRET, partner: settings.PARTNER_SIGNING_SECRET }, close: () => counter.close() };
}
