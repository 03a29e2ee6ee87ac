import { BarChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../api/types';
import { DataTable } from '../parts/data-table';
import { useFormats } from '../texts/format';
import { Chart } from './chart';

interface Props {
  volume: Overview['volume'];
  days: Overview['volume_by_day'];
}

export function Volume({ volume: { orders, rub, commission_rub }, days }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const rows = days.map((day) => ({ ...day, day: format.day(day.day) }));
  return (
    <Chart
      title={t('overview.volume')}
      isEmpty={rows.length === 0}
      lead={
        <Text size="sm" c="dimmed">
          {t('overview.volumeTotal', { rub: format.rub(rub), commission: format.rub(commission_rub), orders: format.count(orders) })}
        </Text>
      }
      chart={
        <BarChart
          h={220}
          data={rows}
          dataKey="day"
          valueFormatter={format.compact}
          series={[{ name: 'rub', label: t('overview.rub'), color: 'teal.6' }]}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
      table={
        <DataTable
          caption={t('overview.volume')}
          columns={[
            { header: t('overview.day'), cell: ({ day }) => day },
            { header: t('overview.orders'), number: true, cell: (row) => format.count(row.orders) },
            { header: t('overview.rub'), number: true, cell: (row) => format.rub(row.rub) },
          ]}
          rows={rows}
          rowKey={({ day }) => day}
          empty={t('overview.none')}
        />
      }
    />
  );
}
