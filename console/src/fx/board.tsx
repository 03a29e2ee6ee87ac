import { Group, NumberInput, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange, useRead } from '../api/queries';
import type { FxQuote } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { ActionDialog } from '../parts/action-dialog';
import { type Column, DataTable } from '../parts/data-table';
import { Loaded } from '../parts/loaded';
import { notifyDone } from '../parts/notify';
import { Section } from '../parts/section';
import { Time } from '../parts/time';
import { useMe } from '../session/use-me';
import { useFormats } from '../texts/format';
import { AddCurrency } from './add-currency';

export function Board() {
  const { t } = useTranslation();
  const format = useFormats();
  const board = useRead(['fx', 'board'], () => api.GET('/v1/admin/fx/board'));
  const columns: Column<FxQuote>[] = [
    {
      header: t('fx.currency'),
      cell: ({ currency }) => (
        <Text component="span" fw={600} size="sm">
          {currency}
        </Text>
      ),
    },
    { header: t('fx.base'), cell: (quote) => <Rate key={quote.currency} quote={quote} /> },
    { header: t('fx.percent'), number: true, cell: ({ markup_percent }) => format.percent(markup_percent) },
    { header: t('fx.effective'), number: true, cell: ({ effective }) => format.number(effective) },
    { header: t('fx.updated'), cell: ({ updated_at }) => <Time at={updated_at} relative /> },
    { header: t('action.actions'), plain: true, cell: ({ currency }) => <Delete currency={currency} /> },
  ];
  return (
    <Section title={t('fx.board')} actions={<AddCurrency known={board.data?.items.map(({ currency }) => currency) ?? []} />}>
      <Loaded of={board}>
        {({ items, markup_percent }) => (
          <>
            <Text size="sm" c="dimmed">
              {t('fx.markup', { percent: format.percent(markup_percent) })}
            </Text>
            <DataTable caption={t('fx.board')} columns={columns} rows={items} rowKey={({ currency }) => currency} empty={t('fx.none')} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** A base rate that is edited in its place. */
function Rate({ quote: { currency, base } }: { quote: FxQuote }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { mayChange } = useMe();
  const [opened, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState<number | string>();
  const change = useChange((value: number) => api.PUT('/v1/admin/fx/rates/{currency}', { params: { path: { currency } }, body: { base: value } }));
  const value = Number(typed ?? base);
  if (!mayChange) return <>{format.number(base)}</>;
  return (
    <Group gap="xs" wrap="nowrap">
      <NumberInput
        aria-label={t('fx.baseOf', { currency })}
        value={typed ?? base}
        onChange={setTyped}
        decimalScale={6}
        min={0}
        max={1_000_000}
        hideControls
        w={130}
        size="xs"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && value > 0 && value !== base) open();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
      {value > 0 && value !== base && (
        <ActionButton onClick={open} aria-label={t('fx.save', { currency })}>
          {t('action.save')}
        </ActionButton>
      )}
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('fx.saveTitle', { currency })}
        text={t('fx.saveText', { currency, before: format.number(base), after: format.number(value) })}
        confirm={t('action.change')}
        onConfirm={async () => {
          await change.mutateAsync(value);
          setTyped(undefined);
          notifyDone(t('fx.saved'));
        }}
      />
    </Group>
  );
}

function Delete({ currency }: { currency: string }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const remove = useChange(() => api.DELETE('/v1/admin/fx/rates/{currency}', { params: { path: { currency } } }));
  return (
    <>
      <ActionButton onClick={open} aria-label={t('fx.delete', { currency })}>
        {t('action.delete')}
      </ActionButton>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('fx.deleteTitle', { currency })}
        text={t('fx.deleteText', { currency })}
        confirm={t('action.delete')}
        danger
        onConfirm={async () => {
          await remove.mutateAsync();
          notifyDone(t('fx.deleted'));
        }}
      />
    </>
  );
}
