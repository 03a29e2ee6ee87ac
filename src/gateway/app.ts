import express, { type Express } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { Access, admit } from './access';
import { adminRoutes } from './admin/routes';
import { admitStaff, Sessions } from './admin/sessions';
import { Metrics } from './metrics';
import { errors, notFound } from './middleware/errors';
import { onlyKnownChanges } from './middleware/known-change';
import { onlyByContract } from './middleware/only-by-contract';
import { noMoreThan } from './middleware/overload';
import { requestId } from './middleware/request-id';
import { onlyStorable } from './middleware/storable';
import type { GatewayNeeds } from './needs';
import { payRoutes } from './pay/routes';
import { accessRoutes } from './routes/access';
import { callbackRoutes, callbackSignatures } from './routes/callbacks';
import { commandRoutes } from './routes/commands';
import { consoleRoutes } from './routes/console';
import { documentRoutes } from './routes/documents';
import { orderRoutes } from './routes/orders';
import { CONTRACT, referenceRoutes } from './routes/reference';
import { sandboxGuard, sandboxRoutes } from './routes/sandbox';
import { webhookRoutes } from './routes/webhooks';

const BODY_LIMIT = '1mb';

/** The HTTP side of the service: it checks who calls and what, and hands over. */
export function createApp(needs: GatewayNeeds): Express {
  const metrics = new Metrics(needs.db);
  const access = new Access(needs.db, needs.limits);
  const sessions = new Sessions(needs.db, needs.limits, needs.counter);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', needs.settings.TRUST_PROXY);
  app.use(requestId(needs.log), metrics.measure);
  app.get('/metrics', metrics.show);
  app.use(referenceRoutes());
  app.use(consoleRoutes());
  app.use('/pay', payRoutes(needs));
  app.use(noMoreThan(needs.settings.MAX_CONCURRENT_REQUESTS));
  app.use(
    express.json({
      limit: BODY_LIMIT,
      verify: (req, _res, raw) => {
        (req as express.Request).rawBody = raw;
      },
    }),
    express.urlencoded({ extended: false, limit: BODY_LIMIT }),
  );
  app.use(sandboxGuard(needs), callbackSignatures(needs));
  app.use('/v1', (req, _res, next) => (/^\/admin\//i.test(req.path) ? sessions : access).identify(req).then(() => next()));
  app.use(
    OpenApiValidator.middleware({
      apiSpec: CONTRACT,
      validateRequests: { allowUnknownQueryParameters: true },
      validateResponses: needs.validateResponses ?? false,
      validateSecurity: {
        // The scopes of an operation stand with oauth: they hold for a key as well.
        handlers: {
          oauth: (req, scopes) => admit(req, scopes),
          apiKey: () => false,
          staff: (req) => admitStaff(req, 'viewer'),
          admin: (req) => admitStaff(req, 'admin'),
        },
      },
      ignorePaths: (path: string) => !/^\/v1(\/|$)/i.test(path),
    }),
  );
  app.use(onlyByContract);
  app.use(onlyKnownChanges, onlyStorable);
  app.use(accessRoutes(needs, access), orderRoutes(needs), commandRoutes(needs), callbackRoutes(needs), webhookRoutes(needs), documentRoutes(needs));
  app.use(sandboxRoutes(needs), adminRoutes(needs, sessions));
  app.use(notFound);
  app.use(errors(needs.log));
  return app;
}
