import { Checkbox, Group, Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange, useRead } from '../api/queries';
import type { AdminDelivery } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { ActionDialog } from '../parts/action-dialog';
import { type Column, DataTable } from '../parts/data-table';
import { useDeliveryColumns } from '../parts/delivery-columns';
import { FilterText } from '../parts/filter-text';
import { Loaded } from '../parts/loaded';
import { notifyDone } from '../parts/notify';
import { Page } from '../parts/page';
import { Pager } from '../parts/pager';
import { useFilters } from '../parts/use-filters';

const AT_ONCE = 1000;

export function WebhooksPage() {
  const { t } = useTranslation();
  const { get, set } = useFilters();
  return (
    <Page title={t('webhooks.title')}>
      <Tabs
        value={get('tab') === 'recent' ? 'recent' : 'dead'}
        onChange={(tab) => set({ tab: tab === 'recent' ? tab : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="dead">{t('webhooks.dead')}</Tabs.Tab>
          <Tabs.Tab value="recent">{t('webhooks.recent')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="dead">
          <DeadLetters />
        </Tabs.Panel>
        <Tabs.Panel value="recent">
          <Recent />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Recent() {
  const { t } = useTranslation();
  const { own, order } = useDeliveryColumns();
  const deliveries = useRead(['webhooks', 'recent'], () => api.GET('/v1/admin/webhooks/recent', { params: { query: { limit: 50 } } }));
  return (
    <Loaded of={deliveries}>
      {({ items }) => (
        <DataTable
          caption={t('webhooks.recent')}
          columns={[order, ...own]}
          rows={items}
          rowKey={({ event_id }) => event_id}
          empty={t('deliveries.noneRecent')}
        />
      )}
    </Loaded>
  );
}

function DeadLetters() {
  const { t } = useTranslation();
  const { get, page } = useFilters();
  const operator_id = get('operator_id');
  const letters = useRead(
    ['webhooks', 'dead', operator_id, page],
    () => api.GET('/v1/admin/webhooks/dead-letters', { params: { query: { operator_id, ...page } } }),
    { keep: true },
  );
  return (
    <Stack gap="sm">
      <FilterText name="operator_id" label={t('order.operator')} maxLength={64} maw={260} />
      <Loaded of={letters}>
        {(list) => (
          <Stack gap="sm">
            <Letters letters={list.items} total={list.total} operatorId={operator_id} />
            <Pager page={list} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

function Letters({ letters, total, operatorId }: { letters: AdminDelivery[]; total: number; operatorId?: string }) {
  const { t } = useTranslation();
  const { own, order } = useDeliveryColumns();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Those that were replayed meanwhile are gone from the list.
  const selected = letters.map(({ event_id }) => event_id).filter((id) => chosen.has(id));
  const toggle = (id: string, on: boolean) => setChosen(new Set(on ? [...selected, id] : selected.filter((other) => other !== id)));
  const all = letters.length > 0 && selected.length === letters.length;
  const box: Column<AdminDelivery> = {
    header: t('webhooks.selectColumn'),
    plain: true,
    cell: ({ event_id: id, event_type: type }) => (
      <Checkbox
        checked={chosen.has(id)}
        onChange={(event) => toggle(id, event.currentTarget.checked)}
        aria-label={t('webhooks.select', { type, id })}
      />
    ),
  };
  return (
    <>
      <Group gap="sm">
        {letters.length > 0 && (
          <Checkbox
            label={t('webhooks.selectAll')}
            checked={all}
            indeterminate={!all && selected.length > 0}
            onChange={(event) => setChosen(new Set(event.currentTarget.checked ? letters.map(({ event_id }) => event_id) : []))}
          />
        )}
        <Replay ids={selected} total={total} operatorId={operatorId} />
      </Group>
      <DataTable
        caption={t('webhooks.dead')}
        columns={[box, order, ...own]}
        rows={letters}
        rowKey={({ event_id }) => event_id}
        empty={t('deliveries.noneDead')}
      />
    </>
  );
}

function Replay({ ids, total, operatorId }: { ids: string[]; total: number; operatorId?: string }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'selected' | 'all'>('selected');
  const [opened, setOpened] = useState(false);
  const replay = useChange((body: { event_ids?: string[]; operator_id?: string; limit: number }) =>
    api.POST('/v1/admin/webhooks/dead-letters/replay', { body }),
  );
  const ask = (what: 'selected' | 'all') => {
    setAsked(what);
    setOpened(true);
  };
  const count = asked === 'selected' ? ids.length : Math.min(total, AT_ONCE);
  const title = asked === 'selected' ? t('webhooks.replaySelected', { total: count }) : t('webhooks.replayAll');
  return (
    <>
      <ActionButton onClick={() => ask('selected')} barred={ids.length === 0 ? t('webhooks.nothingSelected') : undefined}>
        {t('webhooks.replaySelected', { total: ids.length })}
      </ActionButton>
      <ActionButton onClick={() => ask('all')} barred={total === 0 ? t('webhooks.nothingDead') : undefined}>
        {t('webhooks.replayAll')}
      </ActionButton>
      <ActionDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        text={t(asked === 'selected' ? 'webhooks.replaySelectedText' : 'webhooks.replayAllText', { total: count })}
        confirm={title}
        onConfirm={async () => {
          const { items } = await replay.mutateAsync(
            asked === 'selected' ? { event_ids: ids, limit: AT_ONCE } : { operator_id: operatorId, limit: AT_ONCE },
          );
          notifyDone(t('webhooks.replayed', { total: items.length }));
        }}
      />
    </>
  );
}
