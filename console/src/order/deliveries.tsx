import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { OFTEN, useRead } from '../api/queries';
import { DataTable } from '../parts/data-table';
import { useDeliveryColumns } from '../parts/delivery-columns';
import { Loaded } from '../parts/loaded';
import { Pager } from '../parts/pager';
import { Section } from '../parts/section';
import { useFilters } from '../parts/use-filters';

/** Nearly every order has fewer. */
const LIMIT = 100;

export function Deliveries({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const { own } = useDeliveryColumns();
  const { page } = useFilters();
  const query = { limit: LIMIT, offset: page.offset };
  const deliveries = useRead(
    ['order', orderId, 'deliveries', query],
    () => api.GET('/v1/admin/orders/{paOrderId}/deliveries', { params: { path: { paOrderId: orderId }, query } }),
    { every: OFTEN, keep: true },
  );
  return (
    <Section title={t('deliveries.title')}>
      <Loaded of={deliveries}>
        {(list) => (
          <Stack gap="sm">
            <DataTable
              caption={t('deliveries.title')}
              columns={own}
              rows={list.items}
              rowKey={({ event_id }) => event_id}
              empty={t('deliveries.none')}
            />
            {list.total > LIMIT && <Pager page={list} />}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
