import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client';
import { queryClient, useRead } from '../api/queries';
import { ChangeForm, type Setting } from '../parts/change-form';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Section } from '../parts/section';

const MOST_REQUESTS = 10_000_000;

export function LimitsPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('limits.title')}>
      <Rates />
      <Webhooks />
      <Refunds />
    </Page>
  );
}

const after = async (call: Promise<unknown>): Promise<void> => {
  await call;
  await queryClient.invalidateQueries();
};

function Rates() {
  const { t } = useTranslation();
  const limits = useRead(['rate-limits'], () => api.GET('/v1/admin/rate-limits'));
  const settings: Setting[] = [
    { name: 'operator_per_minute', label: t('limits.operator'), kind: 'number', min: 1, max: MOST_REQUESTS },
    { name: 'partner_per_minute', label: t('limits.partner'), kind: 'number', min: 1, max: MOST_REQUESTS },
    { name: 'staff_per_minute', label: t('limits.staff'), kind: 'number', min: 60, max: MOST_REQUESTS },
  ];
  return (
    <Section title={t('limits.rates')}>
      <Loaded of={limits} lines={2}>
        {(values) => (
          <ChangeForm settings={settings} values={values} onSave={(body) => after(answerOf(api.PATCH('/v1/admin/rate-limits', { body })))} />
        )}
      </Loaded>
    </Section>
  );
}

function Webhooks() {
  const { t } = useTranslation();
  const ops = useRead(['webhook-ops'], () => api.GET('/v1/admin/webhook-ops'));
  const settings: Setting[] = [
    { name: 'response_timeout_seconds', label: t('limits.timeout'), kind: 'number', min: 1, max: 10 },
    { name: 'paused_operators', label: t('limits.paused'), hint: t('limits.pausedHint'), kind: 'list' },
  ];
  return (
    <Section title={t('limits.webhooks')}>
      <Loaded of={ops} lines={2}>
        {(values) => (
          <ChangeForm settings={settings} values={values} onSave={(body) => after(answerOf(api.PATCH('/v1/admin/webhook-ops', { body })))} />
        )}
      </Loaded>
    </Section>
  );
}

function Refunds() {
  const { t } = useTranslation();
  const policy = useRead(['refund-policy'], () => api.GET('/v1/admin/refund-policy'));
  const settings: Setting[] = [
    {
      name: 'approval_above_rub',
      label: t('limits.approvalAbove'),
      hint: t('limits.approvalHint'),
      kind: 'number',
      min: 0,
      max: 1e12,
      decimals: 2,
      optional: true,
    },
  ];
  return (
    <Section title={t('limits.refunds')}>
      <Loaded of={policy} lines={2}>
        {(values) => (
          <ChangeForm
            settings={settings}
            values={values}
            onSave={({ approval_above_rub = null }) =>
              after(
                answerOf(
                  api.PATCH('/v1/admin/refund-policy', {
                    body: { approval_above_rub: typeof approval_above_rub === 'number' ? approval_above_rub : null },
                  }),
                ),
              )
            }
          />
        )}
      </Loaded>
    </Section>
  );
}
