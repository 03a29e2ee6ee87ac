import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../api/types';
import { ExposureTable } from '../fx/exposure-table';
import { useFormats } from '../texts/format';
import { Chart } from './chart';

export function Exposure({ exposure }: Pick<Overview, 'exposure'>) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <Chart
      title={t('overview.exposure')}
      isEmpty={exposure.length === 0}
      chart={
        <BarChart
          h={220}
          data={exposure}
          dataKey="currency"
          valueFormatter={format.compact}
          withLegend
          series={[
            { name: 'promised_rub', label: t('fx.promised'), color: 'blue.6' },
            { name: 'now_rub', label: t('fx.now'), color: 'orange.6' },
          ]}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
      table={<ExposureTable exposures={exposure} />}
    />
  );
}
