import { existsSync } from 'node:fs';
import { z } from 'zod';
import { parseKeyRing } from './security/sealed-box';

/** Secrets that sandbox installations share; production refuses each of them. */
const SANDBOX_SECRETS = {
  SERVICE_SECRET: 'sandbox-service-secret',
  BANK_SIGNING_SECRET: 'sandbox-bank-secret',
  PARTNER_SIGNING_SECRET: 'sandbox-partner-secret',
  ADMIN_PASSWORD: 'admin-demo',
  PII_KEYS: `sandbox:${Buffer.from('sandbox-pii-key-of-32-bytes-long').toString('base64')}`,
};

const port = (otherwise: number) => z.coerce.number().int().min(0).max(65535).default(otherwise);
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address such as ${example}` });
const http = url(/^https?$/, 'https://pay.example.com').transform((text) => text.replace(/\/$/, ''));
const percent = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be a percentage such as 1.5');
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

const schema = z.object({
  ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  PORT: port(8080),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: http.optional(),
  SANDBOX_ENABLED: flag.optional(),
  SANDBOX_PAY_URL: http.optional(),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/database').optional(),
  POSTGRES_PORT: port(5433),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^[^:/\s]+:\d+$/, 'must be host:port')
    .optional(),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_API_KEY: z.string().optional(),
  TEMPORAL_TLS_CERT: z.string().optional(),
  TEMPORAL_TLS_KEY: z.string().optional(),
  TEMPORAL_TLS_CA: z.string().optional(),
  TEMPORAL_CLI_PATH: z.string().optional(),
  WORKER_BUILD_ID: z
    .string()
    .regex(/^[\w-]{1,128}$/, 'must be letters, digits, - and _')
    .optional(),
  TEMPORAL_PORT: port(7233),
  TEMPORAL_UI_PORT: port(8233),
  DATA_DIR: z.string().min(1).default('.data'),
  FX_MARKUP_PERCENT: percent.default('1.5'),
  ORDER_TTL_HOURS: z.coerce.number().positive().max(8760).default(72),
  MAX_CONCURRENT_REQUESTS: z.coerce.number().int().min(1).max(100_000).default(500),
  PAYMENT_WAIT_SECONDS: z.coerce.number().min(1).max(60).default(10),
  SERVICE_SECRET: z.string().min(16).default(SANDBOX_SECRETS.SERVICE_SECRET),
  BANK_SIGNING_SECRET: z.string().min(16).default(SANDBOX_SECRETS.BANK_SIGNING_SECRET),
  PARTNER_SIGNING_SECRET: z.string().min(16).default(SANDBOX_SECRETS.PARTNER_SIGNING_SECRET),
  PII_KEYS: z.string().default(SANDBOX_SECRETS.PII_KEYS),
  PROVIDER_URL: http.optional(),
  PROVIDER_API_KEY: z.string().optional(),
  ADMIN_USERNAME: z
    .string()
    .regex(/^[\w.@-]{1,64}$/, 'must be letters, digits and . @ _ -')
    .default('admin'),
  ADMIN_PASSWORD: z.string().min(10).default(SANDBOX_SECRETS.ADMIN_PASSWORD),
  TEMPORAL_UI_URL: http.optional(),
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((text) => (text === 'true' || text === 'false' ? text === 'true' : /^\d+$/.test(text) ? Number(text) : text)),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
});

/** Every setting there is. */
export const SETTING_NAMES = Object.keys(schema.shape);

type Raw = z.infer<typeof schema>;
export type Settings = Raw & { SANDBOX_ENABLED: boolean };

/** Every setting that is missing or wrong, each with its name: one line a problem. */
export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`Settings to correct:\n${problems.map((p) => `  ${p}`).join('\n')}\nREADME.md and .env.example describe each of them.`);
    this.name = 'SettingsError';
  }
}

/**
 * The settings of this process, from environment variables; an empty one counts as not set.
 * @throws SettingsError with all problems at once
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`);
  const raw = { ...given, ...parsed.data } as Raw;
  problems.push(...keyRingProblems(raw), ...(raw.ENVIRONMENT === 'production' ? productionProblems(raw) : []));
  if (problems.length > 0 || !parsed.success) throw new SettingsError(problems);
  return { ...parsed.data, SANDBOX_ENABLED: parsed.data.SANDBOX_ENABLED ?? parsed.data.ENVIRONMENT === 'sandbox' };
}

function keyRingProblems({ PII_KEYS }: Raw): string[] {
  try {
    parseKeyRing(PII_KEYS ?? SANDBOX_SECRETS.PII_KEYS);
    return [];
  } catch (error) {
    return [`PII_KEYS: ${(error as Error).message}`];
  }
}

function productionProblems(s: Raw): string[] {
  const secrets = Object.entries(SANDBOX_SECRETS)
    .filter(([name, value]) => (s[name as keyof Raw] ?? value) === value)
    .map(([name]) => `${name}: production needs a secret of its own`);
  const needed = (['DATABASE_URL', 'TEMPORAL_ADDRESS', 'BASE_URL', 'PROVIDER_URL', 'PROVIDER_API_KEY'] as const)
    .filter((name) => s[name] === undefined)
    .map((name) => `${name}: needed in production`);
  const sandbox = String(s.SANDBOX_ENABLED) === 'true' ? ['SANDBOX_ENABLED: the sandbox cannot be on in production'] : [];
  return [...secrets, ...needed, ...sandbox];
}

/** Reads `.env` where there is one; what the environment already says wins. */
export function loadEnvFile(path = '.env'): void {
  if (existsSync(path)) process.loadEnvFile(path);
}
