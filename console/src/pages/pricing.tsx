import { NumberInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client';
import { queryClient, useChange, useRead } from '../api/queries';
import type { Pricing } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { ActionDialog } from '../parts/action-dialog';
import { ChangeForm, type Setting } from '../parts/change-form';
import { type Column, DataTable } from '../parts/data-table';
import { Loaded } from '../parts/loaded';
import { notifyDone } from '../parts/notify';
import { Page } from '../parts/page';
import { Section } from '../parts/section';
import { useFormats } from '../texts/format';

export function PricingPage() {
  const { t } = useTranslation();
  const pricing = useRead(['pricing'], () => api.GET('/v1/admin/pricing'));
  const percent = { kind: 'number', min: 0, max: 100, decimals: 4 } as const;
  const settings: Setting[] = [
    { name: 'commission_percent', label: t('pricing.commission'), ...percent },
    { name: 'vat_percent', label: t('pricing.vat'), ...percent },
    { name: 'markup_percent', label: t('pricing.markup'), ...percent },
  ];
  return (
    <Page title={t('pricing.title')}>
      <Loaded of={pricing}>
        {({ partner_commission_percent, ...values }) => (
          <>
            <Section title={t('pricing.general')}>
              <ChangeForm
                settings={settings}
                values={values}
                onSave={async (body) => {
                  await answerOf(api.PATCH('/v1/admin/pricing', { body }));
                  await queryClient.invalidateQueries();
                }}
              />
            </Section>
            <PartnerCommissions percents={partner_commission_percent} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const usePartnerCommission = () =>
  useChange((partner_commission_percent: Record<string, number | null>) => api.PATCH('/v1/admin/pricing', { body: { partner_commission_percent } }));

function PartnerCommissions({ percents }: { percents: Pricing['partner_commission_percent'] }) {
  const { t } = useTranslation();
  const format = useFormats();
  const columns: Column<[string, number]>[] = [
    { header: t('pricing.partner'), cell: ([id]) => id },
    { header: t('pricing.percent'), number: true, cell: ([, percent]) => format.percent(percent) },
    { header: t('action.actions'), plain: true, cell: ([id]) => <Remove id={id} /> },
  ];
  return (
    <Section title={t('pricing.partners')} actions={<SetCommission />}>
      <DataTable
        caption={t('pricing.partners')}
        columns={columns}
        rows={Object.entries(percents)}
        rowKey={([id]) => id}
        empty={t('pricing.noPartners')}
      />
    </Section>
  );
}

function Remove({ id }: { id: string }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const change = usePartnerCommission();
  return (
    <>
      <ActionButton onClick={open} aria-label={t('pricing.removeOf', { id })}>
        {t('pricing.remove')}
      </ActionButton>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('pricing.removeTitle')}
        text={t('pricing.removeText', { id })}
        confirm={t('pricing.remove')}
        danger
        onConfirm={async () => {
          await change.mutateAsync({ [id]: null });
          notifyDone(t('action.saved'));
        }}
      />
    </>
  );
}

function SetCommission() {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const [id, setId] = useState('');
  const [percent, setPercent] = useState<number | string>('');
  const change = usePartnerCommission();
  return (
    <>
      <ActionButton onClick={open}>{t('pricing.set')}</ActionButton>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('pricing.setTitle')}
        text={t('pricing.setText')}
        confirm={t('action.save')}
        incomplete={!id.trim() || typeof percent !== 'number'}
        onConfirm={async () => {
          await change.mutateAsync({ [id.trim()]: Number(percent) });
          setId('');
          setPercent('');
          notifyDone(t('action.saved'));
        }}
      >
        <TextInput label={t('pricing.partner')} required value={id} onChange={(event) => setId(event.currentTarget.value)} data-autofocus />
        <NumberInput label={t('pricing.percent')} required min={0} max={100} decimalScale={4} hideControls value={percent} onChange={setPercent} />
      </ActionDialog>
    </>
  );
}
