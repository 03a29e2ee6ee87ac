import { Router } from 'express';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/lifecycle';
import { decimal, rounded, toNumber } from '../../domain/money';
import type { Database } from '../../store/database';
import { exposures } from '../../store/exposures';
import { findingsByInvariant } from '../../store/findings';
import { unsettledWebhooks } from '../../store/open-orders';
import { attention, ordersByStatus, stageTimes, volumeByDay, webhooksByStatus } from '../../store/overview';
import { recently } from '../../store/recently';
import { suspenseByOutcome } from '../../store/suspense';
import type { Api } from '../api';
import type { GatewayNeeds } from '../needs';
import { presentExposure } from './fx';

/** How old the figures may be. */
const FRESH_MS = 5_000;
const PAID: OrderStatus[] = ['CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID', 'COMPLETED', 'REFUND_INITIATED', 'REFUNDED'];

/** How it goes, in one answer. */
export function overviewRoutes({ db }: GatewayNeeds): Router {
  const router = Router();
  const read = recently((days) => overview(db, Number(days)), FRESH_MS);
  router.get('/v1/admin/metrics/overview', async (req, res) => void res.json(await read(String(req.query.days))));
  return router;
}

async function overview(db: Database, days: number): Promise<Api['Overview']> {
  const [byStatus, stages, volume, events, now, dead, suspense, findings, exposure] = await Promise.all([
    ordersByStatus(db, days),
    stageTimes(db, days),
    volumeByDay(db, days),
    webhooksByStatus(db, days),
    attention(db),
    unsettledWebhooks(db),
    suspenseByOutcome(db),
    findingsByInvariant(db),
    exposures(db),
  ]);
  const orders = (...statuses: OrderStatus[]): number =>
    byStatus.filter(({ status }) => statuses.includes(status as OrderStatus)).reduce((sum, row) => sum + row.orders, 0);
  const [created, paid, completed] = [orders(...ORDER_STATUSES), orders(...PAID), orders('COMPLETED')];
  const sent = (status: string): number => events.find((row) => row.status === status)?.events ?? 0;
  const [delivered, failed] = [sent('DELIVERED'), sent('DEAD')];
  return {
    days,
    orders_by_status: Object.fromEntries(byStatus.map((row) => [row.status, row.orders])),
    conversion: {
      created,
      paid,
      completed,
      refunded: orders('REFUND_INITIATED', 'REFUNDED'),
      expired: orders('EXPIRED'),
      rejected: orders('REJECTED'),
      paid_percent: percent(paid, created, 0),
      completed_percent: percent(completed, created, 0),
    },
    stages: ORDER_STATUSES.flatMap((status) => stages.filter((s) => s.status === status).map((s) => ({ ...s, status }))),
    attention: {
      ...now,
      dead_letters: dead.dead,
      suspense: suspense.reduce((sum, { statements }) => sum + statements, 0),
      suspense_rub: total(suspense.map(({ rubles }) => rubles)),
      findings: findings.reduce((sum, row) => sum + row.findings, 0),
    },
    webhooks: { delivered, pending: sent('PENDING'), dead: failed, success_percent: percent(delivered, delivered + failed) },
    exposure: exposure.map(presentExposure),
    volume: {
      orders: volume.reduce((sum, row) => sum + row.orders, 0),
      rub: total(volume.map(({ rub }) => rub)),
      commission_rub: total(volume.map(({ commission_rub }) => commission_rub)),
    },
    volume_by_day: volume.map(({ day, orders: count, rub }) => ({ day, orders: count, rub: toNumber(rub) })),
  };
}

const total = (amounts: string[]): number => toNumber(rounded(amounts.reduce((sum, amount) => sum.add(amount), decimal(0))));

const percent = (part: number, whole: number, ofNothing = 100): number => (whole === 0 ? ofNothing : Math.round((part / whole) * 1000) / 10);
