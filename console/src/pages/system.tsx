import { Badge, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useRead } from '../api/queries';
import type { System } from '../api/types';
import { type Column, DataTable } from '../parts/data-table';
import { Fields } from '../parts/fields';
import { OutsideLink } from '../parts/link';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Section } from '../parts/section';
import { Time } from '../parts/time';
import { useFormats } from '../texts/format';

export function SystemPage() {
  const { t } = useTranslation();
  const system = useRead(['system'], () => api.GET('/v1/admin/system'));
  return (
    <Page title={t('system.title')}>
      <Loaded of={system}>
        {(state) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 3 }}>
              <General state={state} />
              <Storage storage={state.storage} />
              <Temporal temporal={state.temporal} />
            </SimpleGrid>
            <Queues queues={state.temporal.queues} />
            <Migrations migrations={state.migrations} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function State({ status }: { status: 'up' | 'down' }) {
  const { t } = useTranslation();
  return (
    <Badge color={status === 'up' ? 'teal' : 'red'} variant="light" tt="none">
      {t(`system.${status}`)}
    </Badge>
  );
}

function General({ state }: { state: System }) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <Section title={t('system.general')}>
      <Fields
        of={[
          [t('system.environment'), state.environment],
          [t('system.sandbox'), t(state.sandbox_enabled ? 'system.on' : 'system.off')],
          [t('system.uptime'), format.duration(state.uptime_seconds)],
          ...Object.entries(state.versions).map(([name, version]) => [name, version] as const),
        ]}
      />
    </Section>
  );
}

function Storage({ storage: { status, size_bytes, connections } }: Pick<System, 'storage'>) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <Section title={t('system.storage')}>
      <Fields
        of={[
          [t('system.state'), <State key="state" status={status} />],
          [t('system.size'), size_bytes === undefined ? undefined : format.bytes(size_bytes)],
          [t('system.connections'), connections],
        ]}
      />
    </Section>
  );
}

function Temporal({ temporal: { status, address, namespace, ui_url } }: Pick<System, 'temporal'>) {
  const { t } = useTranslation();
  return (
    <Section title={t('system.temporal')}>
      <Fields
        of={[
          [t('system.state'), <State key="state" status={status} />],
          [t('system.address'), address],
          [t('system.namespace'), namespace],
          [
            t('system.ui'),
            ui_url && (
              <OutsideLink key="ui" href={ui_url}>
                {t('system.open')}
              </OutsideLink>
            ),
          ],
        ]}
      />
    </Section>
  );
}

type Queue = System['temporal']['queues'][number];

function Queues({ queues }: { queues: Queue[] }) {
  const { t } = useTranslation();
  const format = useFormats();
  const columns: Column<Queue>[] = [
    { header: t('system.queue'), cell: ({ name }) => <span className="mono wrap">{name}</span> },
    { header: t('system.kind'), cell: ({ kind }) => kind },
    { header: t('system.pollers'), number: true, cell: ({ pollers }) => format.count(pollers) },
    { header: t('system.backlog'), number: true, cell: ({ backlog }) => format.count(backlog) },
  ];
  return (
    <Section title={t('system.queues')}>
      <DataTable
        caption={t('system.queues')}
        columns={columns}
        rows={queues}
        rowKey={({ name, kind }) => `${name}-${kind}`}
        empty={t('system.noQueues')}
      />
    </Section>
  );
}

type Migration = System['migrations'][number];

function Migrations({ migrations }: { migrations: Migration[] }) {
  const { t } = useTranslation();
  const columns: Column<Migration>[] = [
    { header: t('system.migration'), cell: ({ name }) => <span className="mono wrap">{name}</span> },
    { header: t('system.applied'), cell: ({ applied_at }) => <Time at={applied_at} /> },
  ];
  return (
    <Section title={t('system.migrations')}>
      <DataTable caption={t('system.migrations')} columns={columns} rows={migrations} rowKey={({ name }) => name} empty={t('system.noMigrations')} />
    </Section>
  );
}
