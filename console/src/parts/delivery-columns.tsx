import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminDelivery } from '../api/types';
import { Attempts } from './attempts';
import type { Column } from './data-table';
import { OrderLink } from './link';
import { ReplayButton } from './replay-button';
import { Time } from './time';

const COLORS = { PENDING: 'yellow', DELIVERED: 'teal', DEAD: 'red' };

/** How deliveries are shown, on their own page and on that of an order. */
export function useDeliveryColumns(): { own: Column<AdminDelivery>[]; order: Column<AdminDelivery> } {
  const { t } = useTranslation();
  const order: Column<AdminDelivery> = { header: t('order.order'), cell: ({ pa_order_id }) => <OrderLink id={pa_order_id} /> };
  const own: Column<AdminDelivery>[] = [
    {
      header: t('deliveries.event'),
      cell: ({ event_type, event_id }) => (
        <>
          {event_type}
          <Text size="xs" c="dimmed" className="mono wrap">
            {event_id}
          </Text>
        </>
      ),
    },
    {
      header: t('deliveries.status'),
      cell: ({ status }) => (
        <Badge color={COLORS[status]} variant="light" tt="none">
          {t(`deliveries.statuses.${status}`)}
        </Badge>
      ),
    },
    {
      header: t('deliveries.recipient'),
      cell: ({ recipient, operator_id, url }) => (
        <>
          {t(`deliveries.recipients.${recipient}`)} · {operator_id}
          <Text size="xs" c="dimmed" className="wrap">
            {url}
          </Text>
        </>
      ),
    },
    {
      header: t('deliveries.attempts'),
      cell: (delivery) => (
        <>
          <Attempts delivery={delivery} />
          {delivery.last_error && delivery.status !== 'DELIVERED' && (
            <Text size="xs" className="wrap">
              {t('deliveries.lastError')}: {delivery.last_error}
            </Text>
          )}
        </>
      ),
    },
    { header: t('deliveries.created'), cell: ({ created_at }) => <Time at={created_at} /> },
    { header: t('action.actions'), plain: true, cell: (delivery) => (delivery.status === 'DEAD' ? <ReplayButton delivery={delivery} /> : undefined) },
  ];
  return { own, order };
}
