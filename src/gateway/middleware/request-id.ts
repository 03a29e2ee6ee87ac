import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../../log';

const USABLE = /^[\w.:-]{1,128}$/;

/** Gives every request an id, the caller's where it is usable, and logs its end: method, path and outcome, never a body. */
export const requestId =
  (log: Log): RequestHandler =>
  (req, res, next) => {
    const given = req.get('x-request-id');
    req.id = given && USABLE.test(given) ? given : randomUUID();
    res.set('X-Request-Id', req.id);
    const started = process.hrtime.bigint();
    res.once('finish', () => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      const level = res.statusCode >= 500 ? 'error' : 'info';
      log.log(level, `${req.method} ${req.path}`, {
        status: res.statusCode,
        ms: Math.round(ms),
        request_id: req.id,
        client: req.caller?.clientId ?? req.staff?.username,
      });
    });
    next();
  };
