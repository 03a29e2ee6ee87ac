import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Overview } from '../api/types';
import { Section } from '../parts/section';
import { useFormats } from '../texts/format';

/** What staff have to do, each with the way there. */
export function Attention({ attention }: Pick<Overview, 'attention'>) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <Section title={t('overview.attention')}>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Card to="/orders?needs_attention=true" label={t('overview.stuck')} count={attention.stuck_orders} />
        <Card to="/orders?deadline=breached" label={t('overview.sla')} count={attention.sla_breached} />
        <Card to="/orders?deadline=near" label={t('overview.near')} count={attention.deadline_near} />
        <Card to="/approvals" label={t('overview.approvals')} count={attention.approvals} />
        <Card to="/webhooks" label={t('overview.dead')} count={attention.dead_letters} />
        <Card to="/suspense" label={t('overview.suspense')} count={attention.suspense} more={format.rub(attention.suspense_rub)} />
        <Card to="/findings" label={t('overview.findings')} count={attention.findings} />
      </SimpleGrid>
    </Section>
  );
}

function Card({ to, label, count, more }: { to: string; label: string; count: number; more?: string }) {
  const { t } = useTranslation();
  const format = useFormats();
  const calm = count === 0;
  const Icon = calm ? IconCircleCheck : IconAlertTriangle;
  return (
    <Paper component={RouterLink} to={to} withBorder p="sm" className="card-link">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">{label}</Text>
        <Icon size={18} aria-hidden color={`var(--mantine-color-${calm ? 'teal' : 'red'}-text)`} />
      </Group>
      <Text size="xl" fw={700}>
        {format.count(count)}
      </Text>
      <Text size="xs" c="dimmed">
        {calm ? t('overview.calm') : more}
      </Text>
    </Paper>
  );
}
