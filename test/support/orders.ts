import { invoiceOrder } from '../../scripts/sample-orders';
import type { components } from '../../src/gateway/generated/openapi';
import type { ServiceUnderTest } from './service';

type Changes = Partial<Omit<components['schemas']['CreateOrder'], 'service'>> & {
  service?: Partial<components['schemas']['CreateOrder']['service']>;
};

/** An INVOICE order that waits for its rubles. */
export async function awaitingPayment(
  s: ServiceUnderTest,
  { service, ...changes }: Changes = {},
): Promise<{ id: string; uin: string; amount_rub: number }> {
  const order = invoiceOrder(s.receiver.url);
  const { pa_order_id: id } = await s.operator.create({ ...order, ...changes, service: { ...order.service, ...service } });
  await s.operator.assign(id);
  const { payment_details, amount_rub = 0 } = await s.operator.paymentDetails(id);
  return { id, uin: payment_details?.uin ?? '', amount_rub };
}

/** The same with its rubles; it goes as far as the providers let it. */
export async function paid(s: ServiceUnderTest, changes: Changes = {}): Promise<string> {
  const { id, uin, amount_rub } = await awaitingPayment(s, changes);
  await s.operator.statement({ uin, amount_rub });
  return id;
}
