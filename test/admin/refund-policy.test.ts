import { refundLimit } from '../../src/store/refund-limit';
import { paid } from '../support/orders';
import { useService } from '../support/service';
import { type Staff, signIn } from '../support/staff';

const s = useService();
let admin: Staff;
beforeAll(async () => {
  admin = await signIn(s.baseUrl);
});

const ask = async () => (await admin.post<{ status: string }>(`/orders/${await paid(s)}/refund`, { reason: 'trip called off' })).status;
const policy = (approval_above_rub: number | null) => admin.patch('/refund-policy', { approval_above_rub });

it('holds above its amount; lowered at once, raised or taken away a day later, so that nobody lifts it for a refund of their own', async () => {
  await policy(148_945.5);
  expect(await ask()).toBe('REFUNDED');
  await policy(148_945.49);
  expect(await ask()).toBe('PENDING');
  for (const raised of [1_000_000_000, null]) {
    await policy(raised);
    expect(await ask()).toBe('PENDING');
  }
  expect(await refundLimit(s.db)).toBe('148945.49');
});

it.each([
  [25, null],
  [23, '0.01'],
])('what was in force %d hours ago counts: %s', async (hours, limit) => {
  const config = { findUnique: async () => ({ value: { approval_above_rub: null } }) };
  const before = JSON.stringify({ approval_above_rub: '0.01' });
  await s.db.$transaction(async (tx) => {
    await tx.$executeRaw`CREATE TEMP TABLE audit (LIKE public.audit) ON COMMIT DROP`;
    await tx.$executeRaw`
        INSERT INTO pg_temp.audit (id, subject, actor, before, created_at)
        VALUES (1, 'refund_policy', 'admin:admin', ${before}::jsonb, now() - make_interval(hours => ${hours}::int))`;
    expect(await refundLimit({ config, $queryRaw: tx.$queryRaw.bind(tx) } as never)).toBe(limit);
  });
});
