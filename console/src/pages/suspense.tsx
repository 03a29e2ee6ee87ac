import { Badge, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange, useRead } from '../api/queries';
import type { Statement } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { ActionDialog } from '../parts/action-dialog';
import { type Column, DataTable } from '../parts/data-table';
import { OrderLink } from '../parts/link';
import { Loaded } from '../parts/loaded';
import { notifyDone } from '../parts/notify';
import { Page } from '../parts/page';
import { Pager } from '../parts/pager';
import { Time } from '../parts/time';
import { useFilters } from '../parts/use-filters';
import { useFormats } from '../texts/format';

const KINDS = ['match', 'return', 'note'] as const;
type Kind = (typeof KINDS)[number];
const DONE = { match: 'suspense.matched', return: 'suspense.returned', note: 'suspense.noted' } as const;

interface Choice {
  kind: Kind;
  statement: Statement;
}

export function SuspensePage() {
  const { t } = useTranslation();
  const { page } = useFilters();
  const statements = useRead(['suspense', page], () => api.GET('/v1/admin/suspense', { params: { query: page } }), { keep: true });
  const [choice, setChoice] = useState<Choice>();
  const [opened, setOpened] = useState(false);
  return (
    <Page title={t('suspense.title')}>
      <Text c="dimmed">{t('suspense.lead')}</Text>
      <Loaded of={statements}>
        {(list) => (
          <Stack gap="sm">
            <StatementTable
              statements={list.items}
              onChoose={(next) => {
                setChoice(next);
                setOpened(true);
              }}
            />
            <Pager page={list} />
          </Stack>
        )}
      </Loaded>
      {choice && <SuspenseDialog key={`${choice.kind}-${choice.statement.id}`} choice={choice} opened={opened} onClose={() => setOpened(false)} />}
    </Page>
  );
}

function StatementTable({ statements, onChoose }: { statements: Statement[]; onChoose: (choice: Choice) => void }) {
  const { t } = useTranslation();
  const format = useFormats();
  const columns: Column<Statement>[] = [
    { header: t('suspense.received'), cell: ({ received_at }) => <Time at={received_at} /> },
    { header: t('suspense.amount'), number: true, cell: ({ amount_rub }) => format.rub(amount_rub) },
    { header: t('suspense.uin'), cell: ({ uin }) => <span className="mono wrap">{uin}</span> },
    {
      header: t('suspense.outcome'),
      cell: ({ outcome, pa_order_id }) => (
        <Stack gap={2} align="flex-start">
          <Badge color="orange" variant="light" tt="none">
            {outcome}
          </Badge>
          {pa_order_id && <OrderLink id={pa_order_id} />}
        </Stack>
      ),
    },
    {
      header: t('suspense.reference'),
      cell: ({ statement_ref, source }) => (
        <span className="wrap">
          {statement_ref} ({source})
        </span>
      ),
    },
    {
      header: t('suspense.notes'),
      cell: ({ notes }) =>
        notes.length > 0
          ? notes.map(({ action, actor, note, at }) => (
              <Text key={`${action}-${at}`} size="xs" className="wrap">
                <Time at={at} />, {actor}: {note ?? action}
              </Text>
            ))
          : undefined,
    },
    {
      header: t('action.actions'),
      plain: true,
      cell: (statement) => (
        <Group gap={4}>
          {KINDS.map((kind) => (
            <ActionButton
              key={kind}
              onClick={() => onChoose({ kind, statement })}
              aria-label={t('suspense.of', { action: t(`suspense.${kind}`), amount: format.rub(statement.amount_rub), uin: statement.uin })}
            >
              {t(`suspense.${kind}`)}
            </ActionButton>
          ))}
        </Group>
      ),
    },
  ];
  return <DataTable caption={t('suspense.title')} columns={columns} rows={statements} rowKey={({ id }) => id} empty={t('suspense.none')} />;
}

function SuspenseDialog({ choice: { kind, statement }, opened, onClose }: { choice: Choice; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormats();
  const [orderId, setOrderId] = useState(statement.pa_order_id ?? '');
  const [note, setNote] = useState('');
  const params = { path: { statementId: statement.id } };
  const said = note.trim() || undefined;
  const change = useChange(() => {
    if (kind === 'match') return api.POST('/v1/admin/suspense/{statementId}/match', { params, body: { pa_order_id: orderId.trim(), note: said } });
    if (kind === 'return') return api.POST('/v1/admin/suspense/{statementId}/return', { params, body: { note: said } });
    return api.POST('/v1/admin/suspense/{statementId}/note', { params, body: { note: note.trim() } });
  });
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t(`suspense.${kind}Title`)}
      text={t(`suspense.${kind}Text`, { amount: format.rub(statement.amount_rub) })}
      confirm={t(`suspense.${kind}`)}
      danger={kind === 'return'}
      incomplete={(kind === 'match' && !orderId.trim()) || (kind === 'note' && !said)}
      onConfirm={async () => {
        await change.mutateAsync();
        setNote('');
        notifyDone(t(DONE[kind]));
      }}
    >
      {kind === 'match' && (
        <TextInput
          label={t('suspense.orderId')}
          required
          maxLength={64}
          data-autofocus
          value={orderId}
          onChange={(event) => setOrderId(event.currentTarget.value)}
        />
      )}
      <Textarea
        label={t('suspense.noteField')}
        required={kind === 'note'}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
