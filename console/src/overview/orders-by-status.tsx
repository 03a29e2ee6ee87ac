import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUSES } from '../../../src/domain/lifecycle';
import { DataTable } from '../parts/data-table';
import { useFormats } from '../texts/format';
import { Chart } from './chart';

export function OrdersByStatus({ counts }: { counts: Record<string, number> }) {
  const { t } = useTranslation();
  const format = useFormats();
  const rows = ORDER_STATUSES.flatMap((status) => (counts[status] ? [{ status: t(`status.${status}`), orders: counts[status] }] : []));
  return (
    <Chart
      title={t('overview.byStatus')}
      isEmpty={rows.length === 0}
      chart={
        <BarChart
          h={Math.max(160, rows.length * 34)}
          data={rows}
          dataKey="status"
          orientation="vertical"
          yAxisProps={{ width: 140 }}
          xAxisProps={{ allowDecimals: false }}
          valueFormatter={format.count}
          series={[{ name: 'orders', label: t('overview.orders'), color: 'blue.6' }]}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
      table={
        <DataTable
          caption={t('overview.byStatus')}
          columns={[
            { header: t('overview.status'), cell: ({ status }) => status },
            { header: t('overview.orders'), number: true, cell: ({ orders }) => format.count(orders) },
          ]}
          rows={rows}
          rowKey={({ status }) => status}
          empty={t('overview.none')}
        />
      }
    />
  );
}
