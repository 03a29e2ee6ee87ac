import type { Settings } from '../settings';
import type { Database } from '../store/database';
import { httpProviders } from './http';
import type { Providers } from './ports';
import { sandboxProviders } from './sandbox';

/** Those behind PROVIDER_URL, or the sandbox's own. */
export const providersFor = (s: Pick<Settings, 'PROVIDER_URL' | 'PROVIDER_API_KEY'>, db: Database): Providers =>
  s.PROVIDER_URL ? httpProviders(s.PROVIDER_URL, s.PROVIDER_API_KEY ?? '') : sandboxProviders(db);
