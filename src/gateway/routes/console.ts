import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';

const BUILT = join(__dirname, '../../../dist/console');

const policy = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; font-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const headers: RequestHandler = (_req, res, next) => {
  res.locals.nonce = randomBytes(16).toString('base64');
  res.set({
    'Content-Security-Policy': policy(res.locals.nonce),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  next();
};

const page: RequestHandler = async (_req, res) => {
  res.set('Cache-Control', 'no-store');
  const html = await readFile(join(BUILT, 'index.html'), 'utf8').catch(() => undefined);
  if (html === undefined) return void res.status(503).type('text').send('The console is not built: npm run build.');
  res.type('html').send(html.replace('__CSP_NONCE__', res.locals.nonce));
};

/** The operations console. Its routes are the page's own: every path but that of an asset gets the same page. */
export function consoleRoutes(): Router {
  const router = Router();
  router.use('/console', headers);
  router.use(
    '/console/assets',
    express.static(join(BUILT, 'assets'), { immutable: true, maxAge: '1y', index: false, redirect: false }),
    (_req, _res, next) => next('router'),
  );
  router.get('/console{/*path}', page);
  return router;
}
