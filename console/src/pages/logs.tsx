import { Badge, Group, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange, useRead } from '../api/queries';
import type { LogLine } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { ActionDialog } from '../parts/action-dialog';
import { type Column, DataTable } from '../parts/data-table';
import { FilterText } from '../parts/filter-text';
import { OrderLink } from '../parts/link';
import { Loaded } from '../parts/loaded';
import { notifyDone } from '../parts/notify';
import { Page } from '../parts/page';
import { Readable } from '../parts/readable';
import { Time } from '../parts/time';
import { useFilters } from '../parts/use-filters';

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
const COLORS: Record<string, string> = { error: 'red', warn: 'orange', info: 'blue', debug: 'gray' };

export function LogsPage() {
  const { t } = useTranslation();
  const { get, any } = useFilters();
  const query = {
    level: LEVELS.find((level) => level === get('level')),
    q: get('q'),
    pa_order_id: get('pa_order_id'),
    request_id: get('request_id'),
    limit: 200,
  };
  const lines = useRead(['logs', query], () => api.GET('/v1/admin/logs', { params: { query } }), { keep: true });
  return (
    <Page title={t('logs.title')} actions={<Clear />}>
      <Filters />
      <Loaded of={lines}>{({ items }) => <Lines lines={items} empty={any ? t('logs.noneMatch') : t('logs.none')} />}</Loaded>
    </Page>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { get, set } = useFilters();
  return (
    <Group gap="xs" align="flex-end" component="search" aria-label={t('logs.filters')}>
      <NativeSelect
        label={t('logs.level')}
        value={get('level') ?? ''}
        onChange={(event) => set({ level: event.currentTarget.value })}
        data={[{ value: '', label: t('logs.any') }, ...LEVELS.map((value) => ({ value, label: value }))]}
        flex="1 1 8rem"
      />
      <FilterText name="q" type="search" label={t('logs.text')} maxLength={128} flex="1 1 12rem" />
      <FilterText name="pa_order_id" label={t('logs.orderId')} maxLength={64} flex="1 1 12rem" />
      <FilterText name="request_id" label={t('logs.requestId')} maxLength={128} flex="1 1 12rem" />
    </Group>
  );
}

function Lines({ lines, empty }: { lines: LogLine[]; empty: string }) {
  const { t } = useTranslation();
  const columns: Column<LogLine>[] = [
    { header: t('logs.at'), cell: ({ at }) => <Time at={at} /> },
    {
      header: t('logs.levelColumn'),
      cell: ({ level }) => (
        <Badge color={COLORS[level] ?? 'gray'} variant="light" tt="none">
          {level}
        </Badge>
      ),
    },
    { header: t('logs.message'), cell: ({ message }) => <span className="wrap">{message}</span> },
    { header: t('order.order'), cell: ({ pa_order_id }) => pa_order_id && <OrderLink id={pa_order_id} /> },
    {
      header: t('logs.fields'),
      cell: ({ fields, request_id }) => {
        const all = { ...fields, ...(request_id ? { request_id } : {}) };
        if (Object.keys(all).length === 0) return undefined;
        return (
          <details>
            <summary>{t('action.details')}</summary>
            <Text component="div" size="xs">
              <Readable value={all} />
            </Text>
          </details>
        );
      },
    },
  ];
  return (
    <DataTable
      caption={t('logs.title')}
      columns={columns}
      rows={lines}
      rowKey={({ at, message }, index) => `${at}-${message}-${index}`}
      empty={empty}
    />
  );
}

function Clear() {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const clear = useChange(() => api.DELETE('/v1/admin/logs'));
  return (
    <>
      <ActionButton onClick={open}>{t('logs.clear')}</ActionButton>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('logs.clearTitle')}
        text={t('logs.clearText')}
        confirm={t('logs.clear')}
        danger
        onConfirm={async () => {
          await clear.mutateAsync();
          notifyDone(t('logs.cleared'));
        }}
      />
    </>
  );
}
