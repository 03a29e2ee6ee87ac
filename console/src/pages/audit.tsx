import { Stack, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useRead } from '../api/queries';
import type { AuditRecord } from '../api/types';
import { type Column, DataTable } from '../parts/data-table';
import { FilterText } from '../parts/filter-text';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Pager } from '../parts/pager';
import { Readable } from '../parts/readable';
import { Time } from '../parts/time';
import { useFilters } from '../parts/use-filters';

export function AuditPage() {
  const { t } = useTranslation();
  const { get, set } = useFilters();
  return (
    <Page title={t('audit.title')}>
      <Tabs
        value={get('tab') === 'flags' ? 'flags' : 'config'}
        onChange={(tab) => set({ tab: tab === 'flags' ? tab : undefined, subject: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="config">{t('audit.config')}</Tabs.Tab>
          <Tabs.Tab value="flags">{t('audit.flags')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="config">
          <Config />
        </Tabs.Panel>
        <Tabs.Panel value="flags">
          <FlagChanges />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Config() {
  const { t } = useTranslation();
  const { get, page } = useFilters();
  const subject = get('subject');
  const records = useRead(
    ['audit', 'config', subject, page],
    () => api.GET('/v1/admin/ops-config/audit', { params: { query: { subject, ...page } } }),
    { keep: true },
  );
  return (
    <Stack gap="sm">
      <FilterText name="subject" label={t('audit.subject')} placeholder={t('audit.subjectHint')} maxLength={128} maw={320} />
      <Loaded of={records}>
        {(list) => (
          <>
            <Records records={list.items} caption={t('audit.config')} empty={subject ? t('audit.noneMatch') : t('audit.none')} />
            <Pager page={list} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function FlagChanges() {
  const { t } = useTranslation();
  const { page } = useFilters();
  const records = useRead(['audit', 'flags', page], () => api.GET('/v1/admin/flags/audit', { params: { query: page } }), { keep: true });
  return (
    <Loaded of={records}>
      {(list) => (
        <Stack gap="sm">
          <Records records={list.items} caption={t('audit.flags')} empty={t('audit.none')} />
          <Pager page={list} />
        </Stack>
      )}
    </Loaded>
  );
}

function Records({ records, caption, empty }: { records: AuditRecord[]; caption: string; empty: string }) {
  const { t } = useTranslation();
  const columns: Column<AuditRecord>[] = [
    { header: t('audit.at'), cell: ({ at }) => <Time at={at} /> },
    { header: t('audit.actor'), cell: ({ actor }) => actor },
    { header: t('audit.subject'), cell: ({ subject }) => <span className="mono wrap">{subject}</span> },
    { header: t('audit.before'), cell: ({ before }) => (before ? <Readable value={before} /> : '—') },
    { header: t('audit.after'), cell: ({ after }) => (after ? <Readable value={after} /> : '—') },
  ];
  return <DataTable caption={caption} columns={columns} rows={records} rowKey={({ id }) => id} empty={empty} />;
}
