import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { awaitsPayment } from '../../../src/domain/lifecycle';
import type { AdminOrder } from '../api/types';
import { Fields } from '../parts/fields';
import { Link } from '../parts/link';
import { Readable } from '../parts/readable';
import { Section } from '../parts/section';
import { Time } from '../parts/time';
import { useFormats } from '../texts/format';

export function Facts({ order }: { order: AdminOrder }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { client, service } = order;
  return (
    <Section title={t('order.facts')}>
      <Fields
        of={[
          [
            t('order.order'),
            <span key="order" className="mono">
              {order.pa_order_id}
            </span>,
          ],
          [
            t('order.uin'),
            <span key="uin" className="mono">
              {order.uin}
            </span>,
          ],
          [t('order.scenario'), t(`scenario.${order.scenario}`)],
          [t('order.amount'), format.money(order.amount_local, order.currency_local)],
          [t('order.amountRub'), order.amount_rub === undefined ? undefined : format.rub(order.amount_rub)],
          [
            t('order.operator'),
            <Link key="operator" to={`/orders?operator_id=${encodeURIComponent(order.operator_id)}`}>
              {order.operator_id}
            </Link>,
          ],
          [
            t('order.partner'),
            <Link key="partner" to={`/partners?q=${encodeURIComponent(service.partner_id)}`}>
              {service.partner_id}
            </Link>,
          ],
          [t('order.client'), [client.client_id, client.name_masked, client.phone_masked].filter(Boolean).join(', ')],
          [t('order.service'), `${service.type}, ${service.country}`],
          [t('action.details'), service.meta && Object.keys(service.meta).length > 0 ? <Readable key="meta" value={service.meta} /> : undefined],
          [
            t('order.deadline'),
            <Group key="deadline" gap={4}>
              <Time at={order.deadline} />
              {order.sla_breached && (
                <Badge color="red" variant="light" tt="none">
                  {t('order.slaBreached')}
                </Badge>
              )}
            </Group>,
          ],
          [t('order.expires'), awaitsPayment(order.status) ? <Time key="expires" at={order.expires_at} /> : undefined],
          [t('order.created'), <Time key="created" at={order.created_at} />],
          [t('order.updated'), <Time key="updated" at={order.updated_at} relative />],
          [t('order.requestedDocuments'), order.requested_documents?.join(', ')],
          [t('order.rejectionReason'), order.rejection_reason],
        ]}
      />
    </Section>
  );
}
