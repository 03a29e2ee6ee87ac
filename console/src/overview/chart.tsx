import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../parts/empty';
import { Section } from '../parts/section';

interface Props {
  title: string;
  isEmpty: boolean;
  chart: ReactNode;
  /** The same as text. */
  table: ReactNode;
  lead?: ReactNode;
}

/** A chart for the eye, and the same numbers as a table for everybody. */
export function Chart({ title, isEmpty, chart, table, lead }: Props) {
  const { t } = useTranslation();
  return (
    <Section title={title}>
      {lead}
      {isEmpty ? (
        <Empty text={t('overview.none')} />
      ) : (
        <>
          <Box role="img" aria-label={t('overview.chart', { title })}>
            {chart}
          </Box>
          <details>
            <summary>{t('overview.table')}</summary>
            {table}
          </details>
        </>
      )}
    </Section>
  );
}
