import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useRead } from '../api/queries';
import type { Partner } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { type Column, DataTable } from '../parts/data-table';
import { FilterText } from '../parts/filter-text';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Pager } from '../parts/pager';
import { PartnerDialog } from '../parts/partner-dialog';
import { Time } from '../parts/time';
import { useFilters } from '../parts/use-filters';
import { useMe } from '../session/use-me';

const keyOf = ({ partner_id, operator_id = '' }: Partner): string => `${partner_id} ${operator_id}`;

export function PartnersPage() {
  const { t } = useTranslation();
  const { get, set, page } = useFilters();
  const q = get('q');
  const partners = useRead(['partners', q, page], () => api.GET('/v1/admin/partners', { params: { query: { q, ...page } } }), { keep: true });
  const { mayChange } = useMe();
  const [registering, setRegistering] = useState(false);
  const edited = get('edit');
  const owner = get('operator');
  const items = partners.data?.items ?? [];
  // The card that an order pays to: the operator's own, or else ours.
  const cards = items.filter(({ partner_id }) => partner_id === edited);
  const editing = cards.find(({ operator_id }) => operator_id === owner) ?? cards.find(({ operator_id }) => operator_id === undefined);
  const edit = ({ partner_id, operator_id }: Partner) => set({ edit: partner_id, operator: operator_id, offset: get('offset') });
  return (
    <Page title={t('partners.title')} actions={<ActionButton onClick={() => setRegistering(true)}>{t('partners.register')}</ActionButton>}>
      <FilterText name="q" type="search" label={t('partners.search')} placeholder={t('partners.searchHint')} maxLength={128} maw={360} />
      <Loaded of={partners}>
        {(list) => (
          <Stack gap="sm">
            {edited && !editing && !partners.isPlaceholderData && (
              <Text role="status" c="dimmed">
                {t('partners.unknown', { id: edited })}
              </Text>
            )}
            <PartnerTable partners={list.items} empty={q ? t('partners.noneMatch') : t('partners.none')} onEdit={edit} />
            <Pager page={list} />
          </Stack>
        )}
      </Loaded>
      {mayChange && editing && (
        <PartnerDialog key={keyOf(editing)} partner={editing} onClose={() => set({ edit: undefined, operator: undefined, offset: get('offset') })} />
      )}
      {registering && <PartnerDialog onClose={() => setRegistering(false)} />}
    </Page>
  );
}

function PartnerTable({ partners, empty, onEdit }: { partners: Partner[]; empty: string; onEdit: (partner: Partner) => void }) {
  const { t } = useTranslation();
  const columns: Column<Partner>[] = [
    {
      header: t('partners.id'),
      cell: ({ partner_id, legal_name }) => (
        <>
          <Text component="span" fw={600} size="sm" className="wrap">
            {partner_id}
          </Text>
          <Text size="xs" c="dimmed" className="wrap">
            {legal_name}
          </Text>
        </>
      ),
    },
    { header: t('partners.owner'), cell: ({ operator_id }) => operator_id ?? t('partners.ours') },
    { header: t('partners.country'), cell: ({ country, currency }) => [country, currency].filter(Boolean).join(', ') },
    {
      header: t('partners.scenarios'),
      cell: ({ supported_scenarios }) => supported_scenarios.map((scenario) => t(`scenario.${scenario}`)).join(', '),
    },
    {
      header: t('partners.iban'),
      cell: ({ iban, swift_bic, payment_form }) =>
        iban || swift_bic || payment_form ? (
          <Text component="span" size="xs" className="mono wrap">
            {[iban, swift_bic, payment_form].filter(Boolean).join(' · ')}
          </Text>
        ) : undefined,
    },
    { header: t('partners.updated'), cell: ({ updated_at }) => <Time at={updated_at} /> },
    {
      header: t('action.actions'),
      plain: true,
      cell: (partner) => (
        <Group gap={4}>
          <ActionButton onClick={() => onEdit(partner)} aria-label={t('partners.editOf', { id: partner.partner_id })}>
            {t('partners.edit')}
          </ActionButton>
        </Group>
      ),
    },
  ];
  return <DataTable caption={t('partners.title')} columns={columns} rows={partners} rowKey={keyOf} empty={empty} />;
}
