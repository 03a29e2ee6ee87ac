import { Grid, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api } from '../api/client';
import { OFTEN, useRead } from '../api/queries';
import type { AdminOrder } from '../api/types';
import { Commands } from '../order/commands';
import { Deliveries } from '../order/deliveries';
import { Documents } from '../order/documents';
import { Facts } from '../order/facts';
import { Journal } from '../order/journal';
import { Lifecycle } from '../order/lifecycle';
import { Money } from '../order/money';
import { PendingApproval } from '../order/pending-approval';
import { Waiting } from '../order/waiting';
import { AttentionMark } from '../parts/attention-mark';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { StatusBadge } from '../parts/status-badge';

export function OrderPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const order = useRead(['order', id], () => api.GET('/v1/admin/orders/{paOrderId}', { params: { path: { paOrderId: id } } }), { every: OFTEN });
  return (
    <Page
      title={t('order.title', { id: order.data?.cso_order_id ?? id })}
      actions={
        order.data && (
          <Group gap="xs">
            <StatusBadge status={order.data.status} />
            {order.data.needs_attention !== undefined && <AttentionMark reason={order.data.needs_attention} />}
          </Group>
        )
      }
    >
      <Loaded of={order} lines={10}>
        {(found) => <Shown key={found.pa_order_id} order={found} />}
      </Loaded>
    </Page>
  );
}

function Shown({ order }: { order: AdminOrder }) {
  const path = { paOrderId: order.pa_order_id };
  const live = useRead(['order', path.paOrderId, 'live'], () => api.GET('/v1/admin/orders/{paOrderId}/live', { params: { path } }), { every: OFTEN });
  const events = useRead(['order', path.paOrderId, 'events'], () => api.GET('/v1/admin/orders/{paOrderId}/events', { params: { path } }), {
    every: OFTEN,
  });
  return (
    <Stack gap="md">
      <PendingApproval orderId={order.pa_order_id} />
      <Lifecycle order={order} events={events.data ?? []} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <Waiting order={order} live={live} />
            <Commands order={order} />
            <Money order={order} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <Facts order={order} />
            <Journal events={events} />
            <Documents documents={order.documents} />
          </Stack>
        </Grid.Col>
      </Grid>
      <Deliveries orderId={order.pa_order_id} />
    </Stack>
  );
}
