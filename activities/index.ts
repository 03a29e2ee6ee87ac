import type { Client } from '@temporalio/client';
import type { Providers } from '../src/providers/ports';
import type { SignedLinks } from '../src/security/identity';
import type { WebhookSecrets } from '../src/security/webhook-secrets';
import type { Database } from '../src/store/database';
import { fxActivities } from './fx';
import { offerActivities } from './offer';
import { Outbox } from './outbox';
import { payoutActivities } from './payout';
import type { PostOutside } from './post-outside';
import { projectionActivities } from './projection';
import { reconciliationActivities } from './reconciliation';
import { refundActivities } from './refund';
import type { Activities } from './types';
import { webhookActivities } from './webhooks';

export interface Needs {
  db: Database;
  /** The same, for statements that go over the whole history. */
  patientDb?: Database;
  client: Client;
  links: SignedLinks;
  secrets: WebhookSecrets;
  post: PostOutside;
  providers: Providers;
  markupPercent: string;
  payUrl: string;
}

/** Every activity, from the things they need. */
export function activities(needs: Needs): Activities {
  const outbox = new Outbox();
  return {
    ...projectionActivities({ ...needs, outbox }),
    ...offerActivities(needs),
    ...webhookActivities({ ...needs, outbox }),
    ...fxActivities({ ...needs.providers, db: needs.db }),
    ...payoutActivities({ ...needs.providers, db: needs.db }),
    ...reconciliationActivities({ ...needs, db: needs.patientDb ?? needs.db }),
    ...refundActivities({ ...needs.providers, db: needs.db }),
  };
}
