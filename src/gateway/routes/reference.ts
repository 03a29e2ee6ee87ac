import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { parse } from 'yaml';

/** The contract that requests, and in tests responses, are held to. */
export const CONTRACT = join(__dirname, '../openapi.yaml');

const OWN = join(__dirname, '../reference');
const SWAGGER = dirname(require.resolve('swagger-ui-dist/package.json'));
const SCALAR = join(dirname(require.resolve('@scalar/fastify-api-reference')), 'js');

/** Each page, and the files it loads from below its own path. */
const PAGES: Record<string, string[]> = {
  docs: [join(OWN, 'docs.js'), ...['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'].map((file) => join(SWAGGER, file))],
  reference: [join(OWN, 'reference.js'), join(SCALAR, 'standalone.js')],
};

/** Both tools write style elements of their own: only styles may be inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({ 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
  next();
};

/** The contract as JSON, and two pages that show it; they are open to anybody and load nothing from another host. */
export function referenceRoutes(): Router {
  const router = Router();
  const contract: object = parse(readFileSync(CONTRACT, 'utf8'));
  router.get('/v1/openapi.json', (_req, res) => void res.json(contract));
  for (const [page, assets] of Object.entries(PAGES)) {
    router.get(`/${page}`, pageHeaders, (_req, res) => res.sendFile(join(OWN, `${page}.html`)));
    for (const asset of assets) router.get(`/${page}/${basename(asset)}`, pageHeaders, (_req, res) => res.sendFile(asset, { maxAge: '1h' }));
  }
  return router;
}
