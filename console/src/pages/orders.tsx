import { Badge, Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUSES, type OrderStatus } from '../../../src/domain/lifecycle';
import { api } from '../api/client';
import { OFTEN, useRead } from '../api/queries';
import type { AdminOrder, Scenario } from '../api/types';
import { AttentionMark } from '../parts/attention-mark';
import { type Column, DataTable } from '../parts/data-table';
import { FilterText } from '../parts/filter-text';
import { Link } from '../parts/link';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Pager } from '../parts/pager';
import { StatusBadge } from '../parts/status-badge';
import { Time } from '../parts/time';
import { useFilters } from '../parts/use-filters';
import { useFormats } from '../texts/format';

const SCENARIOS: Scenario[] = ['INVOICE', 'PAYMENT_LINK'];
const DUE = ['near', 'breached'] as const;
const DAY = 24 * 60 * 60 * 1000;

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined => values.find((v) => v === value);

/** Missed: before now; near: within a day from now. */
function dueQuery(due: (typeof DUE)[number] | undefined): { deadline_before?: string; deadline_after?: string } {
  const now = Date.now();
  if (due === 'breached') return { deadline_before: new Date(now).toISOString() };
  return due === 'near' ? { deadline_before: new Date(now + DAY).toISOString(), deadline_after: new Date(now).toISOString() } : {};
}

export function OrdersPage() {
  const { t } = useTranslation();
  const { get, any, clear, page } = useFilters();
  const filters = {
    status: oneOf(ORDER_STATUSES, get('status')),
    scenario: oneOf(SCENARIOS, get('scenario')),
    partner_id: get('partner_id'),
    operator_id: get('operator_id'),
    needs_attention: get('needs_attention') === 'true' || undefined,
    q: get('q'),
  };
  const due = oneOf(DUE, get('deadline'));
  const orders = useRead(
    ['orders', filters, due, page],
    () =>
      api.GET('/v1/admin/orders', {
        params: {
          query: { ...filters, ...page, ...dueQuery(due) },
        },
      }),
    { every: OFTEN, keep: true },
  );
  return (
    <Page
      title={t('orders.title')}
      actions={
        any && (
          <Button variant="subtle" size="xs" onClick={clear}>
            {t('action.clearFilters')}
          </Button>
        )
      }
    >
      <Filters />
      <Loaded of={orders} lines={8}>
        {(list) => (
          <Stack gap="sm">
            <OrderTable orders={list.items} empty={any ? t('orders.noneMatch') : t('orders.none')} />
            <Pager page={list} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { get, set } = useFilters();
  return (
    <Stack gap="xs" component="search" aria-label={t('orders.filters')}>
      <Group gap="xs" align="flex-end">
        <FilterText
          name="q"
          hotkey="/"
          type="search"
          label={t('orders.search')}
          placeholder={t('orders.searchHint')}
          aria-keyshortcuts="/"
          maxLength={128}
          flex="1 1 16rem"
        />
        <NativeSelect
          label={t('order.status')}
          value={get('status') ?? ''}
          onChange={(event) => set({ status: event.currentTarget.value })}
          data={[{ value: '', label: t('orders.any') }, ...ORDER_STATUSES.map((value: OrderStatus) => ({ value, label: t(`status.${value}`) }))]}
          flex="1 1 10rem"
        />
        <NativeSelect
          label={t('order.scenario')}
          value={get('scenario') ?? ''}
          onChange={(event) => set({ scenario: event.currentTarget.value })}
          data={[{ value: '', label: t('orders.any') }, ...SCENARIOS.map((value) => ({ value, label: t(`scenario.${value}`) }))]}
          flex="1 1 8rem"
        />
        <FilterText name="partner_id" label={t('order.partner')} maxLength={255} flex="1 1 8rem" />
        <FilterText name="operator_id" label={t('order.operator')} maxLength={64} flex="1 1 8rem" />
      </Group>
      <Group gap="lg">
        <Switch
          label={t('order.needsAttention')}
          checked={get('needs_attention') === 'true'}
          onChange={(event) => set({ needs_attention: event.currentTarget.checked ? 'true' : undefined })}
        />
        {DUE.map((due) => (
          <Switch
            key={due}
            label={t(due === 'near' ? 'orders.deadlineNear' : 'order.slaBreached')}
            checked={get('deadline') === due}
            onChange={(event) => set({ deadline: event.currentTarget.checked ? due : undefined })}
          />
        ))}
      </Group>
    </Stack>
  );
}

function OrderTable({ orders, empty }: { orders: AdminOrder[]; empty: string }) {
  const { t } = useTranslation();
  const format = useFormats();
  const columns: Column<AdminOrder>[] = [
    {
      header: t('order.order'),
      cell: (order) => (
        <>
          <Link to={`/orders/${encodeURIComponent(order.pa_order_id)}`} fw={600} size="sm" className="nowrap">
            {order.cso_order_id}
          </Link>
          <Text size="xs" c="dimmed" className="mono">
            {order.pa_order_id}
          </Text>
        </>
      ),
    },
    {
      header: t('order.status'),
      cell: (order) => (
        <Group gap={4}>
          <StatusBadge status={order.status} />
          {order.needs_attention !== undefined && <AttentionMark reason={order.needs_attention} />}
        </Group>
      ),
    },
    { header: t('order.amount'), number: true, cell: (order) => format.money(order.amount_local, order.currency_local) },
    { header: t('order.amountRub'), number: true, cell: (order) => (order.amount_rub === undefined ? '—' : format.rub(order.amount_rub)) },
    { header: t('order.partner'), cell: (order) => <span className="nowrap">{order.service.partner_id}</span> },
    { header: t('order.operator'), cell: (order) => order.operator_id },
    {
      header: t('order.deadline'),
      cell: (order) => (
        <Group gap={4}>
          <Time at={order.deadline} relative />
          {order.sla_breached && (
            <Badge color="red" variant="light" tt="none">
              {t('order.slaBreached')}
            </Badge>
          )}
        </Group>
      ),
    },
  ];
  return <DataTable caption={t('orders.title')} columns={columns} rows={orders} rowKey={(order) => order.pa_order_id} empty={empty} />;
}
