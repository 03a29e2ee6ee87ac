import { Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { OFTEN, useRead } from '../api/queries';
import { Attention } from '../overview/attention';
import { Conversion } from '../overview/conversion';
import { Exposure } from '../overview/exposure';
import { OrdersByStatus } from '../overview/orders-by-status';
import { Stages } from '../overview/stages';
import { Volume } from '../overview/volume';
import { WebhookHealth } from '../overview/webhook-health';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { useFilters } from '../parts/use-filters';

const PERIODS = [1, 7, 30, 90];

export function OverviewPage() {
  const { t } = useTranslation();
  const { get, set } = useFilters();
  const days = PERIODS.find((period) => period === Number(get('days'))) ?? 7;
  const overview = useRead(['overview', days], () => api.GET('/v1/admin/metrics/overview', { params: { query: { days } } }), {
    every: OFTEN,
    keep: true,
  });
  return (
    <Page title={t('overview.title')}>
      <Loaded of={overview} lines={10}>
        {(data) => (
          <Stack gap="md">
            <Attention attention={data.attention} />
            <Group justify="flex-end">
              <NativeSelect
                label={t('overview.period')}
                value={days}
                onChange={(event) => set({ days: event.currentTarget.value })}
                data={PERIODS.map((value) => ({
                  value: String(value),
                  label: value === 1 ? t('overview.today') : t('overview.days', { days: value }),
                }))}
              />
            </Group>
            <SimpleGrid cols={{ base: 1, lg: 2 }}>
              <OrdersByStatus counts={data.orders_by_status} />
              <Conversion conversion={data.conversion} />
              <Stages stages={data.stages} />
              <Volume volume={data.volume} days={data.volume_by_day} />
              <Exposure exposure={data.exposure} />
              <WebhookHealth webhooks={data.webhooks} />
            </SimpleGrid>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
