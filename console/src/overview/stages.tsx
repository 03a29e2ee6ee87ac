import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../api/types';
import { DataTable } from '../parts/data-table';
import { useFormats } from '../texts/format';
import { Chart } from './chart';

export function Stages({ stages }: Pick<Overview, 'stages'>) {
  const { t } = useTranslation();
  const format = useFormats();
  const rows = stages.map(({ status, orders, median_seconds }) => ({ stage: t(`status.${status}`), orders, median: median_seconds }));
  return (
    <Chart
      title={t('overview.stages')}
      isEmpty={rows.length === 0}
      chart={
        <BarChart
          h={Math.max(160, rows.length * 34)}
          data={rows}
          dataKey="stage"
          orientation="vertical"
          yAxisProps={{ width: 140 }}
          valueFormatter={format.duration}
          series={[{ name: 'median', label: t('overview.median'), color: 'violet.6' }]}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
      table={
        <DataTable
          caption={t('overview.stages')}
          columns={[
            { header: t('overview.status'), cell: ({ stage }) => stage },
            { header: t('overview.orders'), number: true, cell: ({ orders }) => format.count(orders) },
            { header: t('overview.median'), number: true, cell: ({ median }) => format.duration(median) },
          ]}
          rows={rows}
          rowKey={({ stage }) => stage}
          empty={t('overview.none')}
        />
      }
    />
  );
}
