import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { OFTEN, useRead } from '../api/queries';
import { DataTable } from '../parts/data-table';
import { useDeliveryColumns } from '../parts/delivery-columns';
import { Loaded } from '../parts/loaded';
import { Section } from '../parts/section';

export function Deliveries({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const { own } = useDeliveryColumns();
  const deliveries = useRead(
    ['order', orderId, 'deliveries'],
    () => api.GET('/v1/admin/orders/{paOrderId}/deliveries', { params: { path: { paOrderId: orderId } } }),
    { every: OFTEN },
  );
  return (
    <Section title={t('deliveries.title')}>
      <Loaded of={deliveries}>
        {({ items }) => (
          <DataTable caption={t('deliveries.title')} columns={own} rows={items} rowKey={({ event_id }) => event_id} empty={t('deliveries.none')} />
        )}
      </Loaded>
    </Section>
  );
}
