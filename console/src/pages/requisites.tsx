import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { answerOf, api } from '../api/client';
import { queryClient, useRead } from '../api/queries';
import type { Requisites } from '../api/types';
import { ChangeForm, type Setting } from '../parts/change-form';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Section } from '../parts/section';

const RULES: Record<keyof Requisites, Pick<Setting, 'pattern' | 'maxLength'>> = {
  recipient_name: { pattern: /./, maxLength: 160 },
  inn: { pattern: /^(\d{10}|\d{12})$/, maxLength: 12 },
  account: { pattern: /^\d{20}$/, maxLength: 20 },
  bank_bik: { pattern: /^\d{9}$/, maxLength: 9 },
  bank_name: { pattern: /./, maxLength: 160 },
  correspondent_account: { pattern: /^\d{20}$/, maxLength: 20 },
  sender_bic: { pattern: /^.{8,11}$/, maxLength: 11 },
  sender_name: { pattern: /./, maxLength: 35 },
  sender_account: { pattern: /^[A-Za-z0-9]{1,34}$/, maxLength: 34 },
};
const NAMES = Object.keys(RULES) as (keyof Requisites)[];

const EMPTY = Object.fromEntries(NAMES.map((name) => [name, ''])) as Requisites;

export function RequisitesPage() {
  const { t } = useTranslation();
  const found = useRead(['requisites'], () => api.GET('/v1/admin/requisites'));
  // nothing is set yet: everything is to be filled in
  const isEmpty = found.error instanceof ApiError && found.error.status === 404;
  const requisites = isEmpty ? { ...found, data: EMPTY, error: null } : found;
  const settings = NAMES.map((name): Setting => ({ name, label: t(`requisites.${name}`), kind: 'text', ...RULES[name] }));
  return (
    <Page title={t('requisites.title')}>
      <Section title={t('requisites.general')}>
        <Text size="sm" c="dimmed">
          {t('requisites.hint')}
        </Text>
        <Loaded of={requisites}>
          {(values) => (
            <ChangeForm
              settings={settings}
              values={values}
              onSave={async (body) => {
                await answerOf(api.PATCH('/v1/admin/requisites', { body }));
                await queryClient.invalidateQueries();
              }}
            />
          )}
        </Loaded>
      </Section>
    </Page>
  );
}
