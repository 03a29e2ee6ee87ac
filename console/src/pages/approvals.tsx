import { Badge, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange, useRead } from '../api/queries';
import type { Approval, ApprovalStatus } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { ActionDialog } from '../parts/action-dialog';
import { type Column, DataTable } from '../parts/data-table';
import { OrderLink } from '../parts/link';
import { Loaded } from '../parts/loaded';
import { notifyDone } from '../parts/notify';
import { Page } from '../parts/page';
import { Pager } from '../parts/pager';
import { Refused } from '../parts/problem';
import { Time } from '../parts/time';
import { useFilters } from '../parts/use-filters';
import { useMe } from '../session/use-me';
import { useFormats } from '../texts/format';

const STATUSES: ApprovalStatus[] = ['PENDING', 'APPROVED', 'DONE', 'DECLINED', 'REFUSED'];
const COLORS: Record<ApprovalStatus, string> = { PENDING: 'yellow', APPROVED: 'blue', DONE: 'teal', DECLINED: 'gray', REFUSED: 'red' };

interface Decision {
  kind: 'approve' | 'decline';
  approval: Approval;
}

export function ApprovalsPage() {
  const { t } = useTranslation();
  const { get, set, page } = useFilters();
  const status = STATUSES.find((value) => value === get('status'));
  const approvals = useRead(['approvals', status, page], () => api.GET('/v1/admin/approvals', { params: { query: { status, ...page } } }), {
    keep: true,
  });
  const [decision, setDecision] = useState<Decision>();
  const [opened, setOpened] = useState(false);
  const decide = (next: Decision) => {
    setDecision(next);
    setOpened(true);
  };
  return (
    <Page title={t('approvals.title')}>
      <NativeSelect
        label={t('approvals.filter')}
        value={status ?? ''}
        onChange={(event) => set({ status: event.currentTarget.value })}
        data={[{ value: '', label: t('approvals.any') }, ...STATUSES.map((value) => ({ value, label: t(`approvals.statuses.${value}`) }))]}
        maw={260}
      />
      <Loaded of={approvals}>
        {(list) => (
          <Stack gap="sm">
            <ApprovalTable approvals={list.items} empty={status ? t('approvals.noneMatch') : t('approvals.none')} onDecide={decide} />
            <Pager page={list} />
          </Stack>
        )}
      </Loaded>
      {decision && (
        <DecisionDialog key={`${decision.kind} ${decision.approval.id}`} decision={decision} opened={opened} onClose={() => setOpened(false)} />
      )}
    </Page>
  );
}

function ApprovalTable({ approvals, empty, onDecide }: { approvals: Approval[]; empty: string; onDecide: (decision: Decision) => void }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { me } = useMe();
  const columns: Column<Approval>[] = [
    { header: t('order.order'), cell: ({ pa_order_id }) => <OrderLink id={pa_order_id} /> },
    { header: t('approvals.amount'), number: true, cell: ({ amount_rub }) => format.rub(amount_rub) },
    { header: t('approvals.reason'), cell: ({ reason }) => <span className="wrap">{reason}</span> },
    {
      header: t('approvals.filter'),
      cell: ({ status }) => (
        <Badge color={COLORS[status]} variant="light" tt="none">
          {t(`approvals.statuses.${status}`)}
        </Badge>
      ),
    },
    { header: t('approvals.requested'), cell: ({ requested_by, requested_at }) => <By name={requested_by} at={requested_at} /> },
    {
      header: t('approvals.decided'),
      cell: ({ decided_by, decided_at, outcome }) =>
        decided_by && decided_at ? (
          <>
            <By name={decided_by} at={decided_at} />
            {outcome && (
              <Text size="xs" c="dimmed">
                {outcome}
              </Text>
            )}
          </>
        ) : undefined,
    },
    {
      header: t('action.actions'),
      plain: true,
      cell: (approval) =>
        approval.status === 'PENDING' || approval.status === 'APPROVED' ? (
          <Stack gap={4} align="flex-start">
            <ActionButton
              aria-label={t('approvals.approveOf', { order: approval.pa_order_id })}
              barred={approval.requested_by === `admin:${me?.username}` ? t('approvals.own') : undefined}
              onClick={() => onDecide({ kind: 'approve', approval })}
            >
              {t('approvals.approve')}
            </ActionButton>
            {approval.status === 'PENDING' && (
              <ActionButton
                aria-label={t('approvals.declineOf', { order: approval.pa_order_id })}
                onClick={() => onDecide({ kind: 'decline', approval })}
              >
                {t('approvals.decline')}
              </ActionButton>
            )}
          </Stack>
        ) : undefined,
    },
  ];
  return <DataTable caption={t('approvals.title')} columns={columns} rows={approvals} rowKey={({ id }) => id} empty={empty} />;
}

function By({ name, at }: { name: string; at: string }) {
  const { t } = useTranslation();
  return (
    <>
      {t('approvals.by', { name })} <Time at={at} relative />
    </>
  );
}

function DecisionDialog({ decision: { kind, approval }, opened, onClose }: { decision: Decision; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormats();
  const params = { params: { path: { approvalId: approval.id } } };
  const approve = useChange(() => api.POST('/v1/admin/approvals/{approvalId}/approve', params));
  const decline = useChange(() => api.POST('/v1/admin/approvals/{approvalId}/decline', params));
  const { pa_order_id: order, requested_by: name, reason, amount_rub } = approval;
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t(`approvals.${kind}Title`)}
      text={t(`approvals.${kind}Text`, { amount: format.rub(amount_rub), order, name, reason })}
      confirm={t(`approvals.${kind}`)}
      danger={kind === 'approve'}
      onConfirm={async () => {
        const { status, outcome } = await (kind === 'approve' ? approve : decline).mutateAsync();
        if (status === 'REFUSED') throw new Refused(outcome ?? t('approvals.statuses.REFUSED'));
        notifyDone(t(kind === 'approve' ? 'approvals.approved' : 'approvals.declined'));
      }}
    />
  );
}
