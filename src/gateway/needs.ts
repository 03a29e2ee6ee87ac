import type { Log } from '../log';
import type { OfferPayment } from '../payments/receive';
import type { Refunds } from '../payments/refunds';
import type { Suspense } from '../payments/suspense';
import type { OrderIds, SignedLinks } from '../security/identity';
import type { SealedBox } from '../security/sealed-box';
import type { WebhookSecrets } from '../security/webhook-secrets';
import type { Settings } from '../settings';
import type { Config } from '../store/config';
import type { Database } from '../store/database';
import type { Intakes } from '../store/intake';
import type { RateCounter } from '../store/rate-counter';
import type { ClusterState } from '../temporal/cluster';
import type { LiveOrders } from '../temporal/live-orders';
import type { OrderCommands } from '../temporal/order-commands';
import type { Redeliveries } from '../temporal/redeliveries';
import type { RateLimits } from './rate-limits';

/** What the gateway stands on. */
export interface GatewayNeeds {
  settings: Settings;
  db: Database;
  intakes: Intakes;
  log: Log;
  commands: OrderCommands;
  offerPayment: OfferPayment;
  redeliveries: Redeliveries;
  refunds: Refunds;
  suspense: Suspense;
  liveOrders: LiveOrders;
  limits: RateLimits;
  /** Switches of staff, as they are in force. */
  flags(): Promise<Config<'flags'>>;
  counter: RateCounter;
  ids: OrderIds;
  links: SignedLinks;
  box: SealedBox;
  secrets: WebhookSecrets;
  /** Whether Temporal answers, and whether a worker polls for orders. */
  temporalHealth(): Promise<{ temporal: boolean; worker: boolean }>;
  temporal: { address: string; uiUrl?: string; state(): Promise<ClusterState> };
  /** Hold responses to the contract as well: tests do. */
  validateResponses?: boolean;
}
