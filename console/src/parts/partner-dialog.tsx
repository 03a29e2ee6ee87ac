import { Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange } from '../api/queries';
import type { NewPartner, Partner, PartnerChange, Scenario } from '../api/types';
import { ActionDialog } from './action-dialog';
import { notifyDone } from './notify';

const SCENARIOS: Scenario[] = ['INVOICE', 'PAYMENT_LINK'];
/** What a card may lack; an empty field takes it off. */
const OPTIONAL = ['currency', 'iban', 'swift_bic', 'payment_form', 'webhook_url'] as const;

const formOf = (partner?: Partner) => ({
  partner_id: partner?.partner_id ?? '',
  legal_name: partner?.legal_name ?? '',
  country: partner?.country ?? '',
  currency: partner?.currency ?? '',
  supported_scenarios: partner?.supported_scenarios ?? SCENARIOS.slice(0, 1),
  iban: partner?.iban ?? '',
  swift_bic: partner?.swift_bic ?? '',
  payment_form: partner?.payment_form ?? '',
  webhook_url: partner?.webhook_url ?? '',
});
type Form = ReturnType<typeof formOf>;

const newPartner = (form: Form): NewPartner => ({
  partner_id: form.partner_id,
  legal_name: form.legal_name,
  country: form.country,
  supported_scenarios: form.supported_scenarios,
  ...Object.fromEntries(OPTIONAL.flatMap((name) => (form[name] ? [[name, form[name]]] : []))),
});

function changeOf(before: Form, form: Form): PartnerChange {
  const changed = Object.entries(form).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Form]));
  return Object.fromEntries(changed.map(([name, value]) => [name, value === '' ? null : value]));
}

/** Registers a partner, or edits the card of one. */
export function PartnerDialog({ partner, onClose }: { partner?: Partner; onClose: () => void }) {
  const { t } = useTranslation();
  // as it was opened: what others change meanwhile is not set back
  const [before] = useState(() => formOf(partner));
  const form = useForm<Form>({ initialValues: before });
  const change = changeOf(before, form.values);
  const register = useChange((body: NewPartner) => api.POST('/v1/admin/partners', { body }));
  const edit = useChange((body: PartnerChange) =>
    api.PATCH('/v1/admin/partners/{partnerId}', {
      params: { path: { partnerId: before.partner_id }, query: { operator_id: partner?.operator_id } },
      body,
    }),
  );
  const { partner_id, legal_name, country, supported_scenarios } = form.values;
  const incomplete =
    !partner_id || !legal_name || !/^[A-Z]{2}$/.test(country) || supported_scenarios.length === 0 || Object.keys(change).length === 0;
  return (
    <ActionDialog
      opened
      onClose={onClose}
      title={
        partner ? `${t('partners.editTitle', { id: partner.partner_id })} (${partner.operator_id ?? t('partners.ours')})` : t('partners.register')
      }
      text={t(partner ? 'partners.editText' : 'partners.registerText')}
      confirm={partner ? t('action.save') : t('partners.register')}
      incomplete={incomplete}
      onConfirm={async () => {
        if (partner) await edit.mutateAsync(change);
        else await register.mutateAsync(newPartner(form.values));
        notifyDone(t(partner ? 'partners.changed' : 'partners.registered'));
      }}
    >
      {!partner && <TextInput label={t('partners.id')} required maxLength={64} data-autofocus {...form.getInputProps('partner_id')} />}
      <TextInput label={t('partners.name')} required maxLength={255} {...form.getInputProps('legal_name')} />
      <SimpleGrid cols={2}>
        <TextInput label={t('partners.country')} description={t('partners.countryHint')} required maxLength={2} {...form.getInputProps('country')} />
        <TextInput label={t('partners.currency')} description={t('partners.currencyHint')} maxLength={3} {...form.getInputProps('currency')} />
      </SimpleGrid>
      <Checkbox.Group label={t('partners.scenarios')} {...form.getInputProps('supported_scenarios')}>
        <Group mt={4}>
          {SCENARIOS.map((scenario) => (
            <Checkbox key={scenario} value={scenario} label={t(`scenario.${scenario}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput label={t('partners.iban')} maxLength={34} {...form.getInputProps('iban')} />
      <TextInput label={t('partners.bic')} maxLength={11} {...form.getInputProps('swift_bic')} />
      <TextInput label={t('partners.form')} type="url" {...form.getInputProps('payment_form')} />
      <TextInput label={t('partners.webhook')} type="url" {...form.getInputProps('webhook_url')} />
    </ActionDialog>
  );
}
