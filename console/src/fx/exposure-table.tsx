import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Exposure } from '../api/types';
import { type Column, DataTable } from '../parts/data-table';
import { useFormats } from '../texts/format';

export function ExposureTable({ exposures }: { exposures: Exposure[] }) {
  const { t } = useTranslation();
  const format = useFormats();
  const columns: Column<Exposure>[] = [
    { header: t('fx.currency'), cell: ({ currency }) => currency },
    { header: t('fx.orders'), number: true, cell: ({ orders }) => format.count(orders) },
    { header: t('fx.paidOrders'), number: true, cell: ({ paid_orders }) => format.count(paid_orders) },
    { header: t('fx.amountLocal'), number: true, cell: ({ amount_local, currency }) => format.money(amount_local, currency) },
    { header: t('fx.promised'), number: true, cell: ({ promised_rub }) => format.rub(promised_rub) },
    { header: t('fx.now'), number: true, cell: ({ now_rub }) => format.rub(now_rub) },
    {
      header: t('fx.result'),
      number: true,
      cell: ({ result_rub }) => (
        <Text component="span" size="sm" c={result_rub < 0 ? 'var(--mantine-color-red-text)' : 'var(--mantine-color-teal-text)'}>
          {format.rub(result_rub)} ({t(result_rub < 0 ? 'fx.loss' : 'fx.gain')})
        </Text>
      ),
    },
  ];
  return <DataTable caption={t('fx.exposures')} columns={columns} rows={exposures} rowKey={({ currency }) => currency} empty={t('fx.noExposures')} />;
}
