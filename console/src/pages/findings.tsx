import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useRead } from '../api/queries';
import type { Finding } from '../api/types';
import { type Column, DataTable } from '../parts/data-table';
import { OrderLink } from '../parts/link';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Pager } from '../parts/pager';
import { Time } from '../parts/time';
import { useFilters } from '../parts/use-filters';

export function FindingsPage() {
  const { t } = useTranslation();
  const { page } = useFilters();
  const findings = useRead(['findings', page], () => api.GET('/v1/admin/findings', { params: { query: page } }), { keep: true });
  const columns: Column<Finding>[] = [
    { header: t('findings.invariant'), cell: ({ invariant }) => invariant },
    {
      header: t('findings.subject'),
      cell: ({ subject }) => (subject.startsWith('pa_') ? <OrderLink id={subject} /> : <span className="mono wrap">{subject}</span>),
    },
    { header: t('findings.detail'), cell: ({ detail }) => <span className="wrap">{detail}</span> },
    { header: t('findings.first'), cell: ({ first_seen }) => <Time at={first_seen} /> },
    { header: t('findings.last'), cell: ({ last_seen }) => <Time at={last_seen} relative /> },
  ];
  return (
    <Page title={t('findings.title')}>
      <Text c="dimmed">{t('findings.lead')}</Text>
      <Loaded of={findings}>
        {(list) => (
          <Stack gap="sm">
            <DataTable
              caption={t('findings.title')}
              columns={columns}
              rows={list.items}
              rowKey={({ invariant, subject }, index) => `${invariant}-${subject}-${index}`}
              empty={t('findings.none')}
            />
            <Pager page={list} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
