import { Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../api/types';
import { Fields } from '../parts/fields';
import { Section } from '../parts/section';
import { useFormats } from '../texts/format';

export function WebhookHealth({ webhooks: { delivered, pending, dead, success_percent } }: Pick<Overview, 'webhooks'>) {
  const { t } = useTranslation();
  const format = useFormats();
  const success = t('overview.success', { percent: format.percent(success_percent) });
  return (
    <Section title={t('overview.webhooks')}>
      <Text size="sm">{success}</Text>
      <Progress value={success_percent} size="lg" color="teal" aria-label={success} />
      <Fields
        of={[
          [t('overview.delivered'), format.count(delivered)],
          [t('overview.pending'), format.count(pending)],
          [t('overview.deadState'), format.count(dead)],
        ]}
      />
    </Section>
  );
}
