import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useRead } from '../api/queries';
import { Loaded } from '../parts/loaded';
import { Section } from '../parts/section';
import { useFormats } from '../texts/format';
import { ExposureTable } from './exposure-table';

export function Exposures() {
  const { t } = useTranslation();
  const format = useFormats();
  const exposures = useRead(['fx', 'exposures'], () => api.GET('/v1/admin/fx/exposures'));
  return (
    <Section title={t('fx.exposures')}>
      <Text size="sm" c="dimmed">
        {t('fx.exposuresLead')}
      </Text>
      <Loaded of={exposures} lines={3}>
        {({ items, result_rub }) => (
          <>
            <ExposureTable exposures={items} />
            {items.length > 0 && <Text fw={600}>{t('fx.resultTotal', { amount: format.rub(result_rub) })}</Text>}
          </>
        )}
      </Loaded>
    </Section>
  );
}
