import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../api/types';
import { Fields } from '../parts/fields';
import { Section } from '../parts/section';
import { useFormats } from '../texts/format';

export function Conversion({ conversion }: Pick<Overview, 'conversion'>) {
  const { t } = useTranslation();
  const format = useFormats();
  const { created, paid, completed, paid_percent, completed_percent } = conversion;
  const steps = [
    { label: t('overview.created'), count: created, percent: created === 0 ? 0 : 100 },
    { label: t('overview.paid'), count: paid, percent: paid_percent },
    { label: t('overview.completed'), count: completed, percent: completed_percent },
  ];
  return (
    <Section title={t('overview.conversion')}>
      <Stack gap="sm">
        {steps.map(({ label, count, percent }) => (
          <div key={label}>
            <Group justify="space-between">
              <Text size="sm">{label}</Text>
              <Text size="sm" fw={600}>
                {format.count(count)} ({format.percent(percent)})
              </Text>
            </Group>
            <Progress value={percent} size="lg" color="teal" aria-label={label} />
          </div>
        ))}
        <Fields
          of={[
            [t('overview.refunded'), format.count(conversion.refunded)],
            [t('overview.expired'), format.count(conversion.expired)],
            [t('overview.rejected'), format.count(conversion.rejected)],
          ]}
        />
      </Stack>
    </Section>
  );
}
