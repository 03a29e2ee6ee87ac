import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AdminOrder, LiveOrder } from '../api/types';
import { type Column, DataTable } from '../parts/data-table';
import { Fields } from '../parts/fields';
import { Link, OutsideLink } from '../parts/link';
import { Loaded } from '../parts/loaded';
import { Section } from '../parts/section';
import { Time } from '../parts/time';

interface Props {
  order: AdminOrder;
  live: UseQueryResult<LiveOrder>;
}

/** What an order waits for, or why it is stuck. */
export function Waiting({ order, live }: Props) {
  const { t } = useTranslation();
  const reason = live.data?.needs_attention ?? order.needs_attention;
  const partner = order.service.partner_id;
  return (
    <Section title={t(reason ? 'stuck.title' : 'stuck.moving')}>
      {reason && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={t('order.needsAttention')}>
          <Text size="sm" lang="en" className="wrap">
            {reason}
          </Text>
          {order.status === 'FX_EXECUTED' && (
            <Link
              to={`/partners?${new URLSearchParams({ q: partner, edit: partner, operator: order.operator_id })}`}
              size="sm"
              mt="xs"
              display="inline-block"
              c="inherit"
            >
              {t('order.editPartner', { id: partner })}
            </Link>
          )}
        </Alert>
      )}
      <Loaded of={live} lines={3}>
        {(state) => <Live order={order} live={state} />}
      </Loaded>
    </Section>
  );
}

type Attempt = LiveOrder['attempts'][number];

function Live({ order, live }: { order: AdminOrder; live: LiveOrder }) {
  const { t, i18n } = useTranslation();
  const columns: Column<Attempt>[] = [
    { header: t('stuck.step'), cell: ({ step }) => <span className="mono wrap">{step}</span> },
    { header: t('stuck.attempt'), number: true, cell: ({ attempt }) => attempt },
    { header: t('stuck.lastFailure'), cell: ({ last_failure }) => last_failure && <span className="wrap">{last_failure}</span> },
    { header: t('stuck.nextAttempt'), cell: ({ next_attempt_at }) => next_attempt_at && <Time at={next_attempt_at} relative /> },
  ];
  // The workflow says it in English; the console knows the same by status.
  const waitsFor = (i18n.language === 'en' && live.waits_for) || t(`waits.${order.status}`);
  return (
    <Stack gap="sm">
      {!live.reached && (
        <Text size="sm" c="dimmed">
          {t('stuck.unreached')}
        </Text>
      )}
      <Fields
        of={[
          [t('stuck.waitsFor'), waitsFor],
          [
            t('stuck.until'),
            live.until && (
              <Group key="until" gap={4}>
                <Time at={live.until} /> (<Time at={live.until} relative />)
              </Group>
            ),
          ],
          [t('stuck.deliveries'), live.deliveries_pending],
          [t('stuck.workflow'), live.workflow_status],
        ]}
      />
      {live.attempts.length > 0 && (
        <DataTable
          caption={t('stuck.attempts')}
          columns={columns}
          rows={live.attempts}
          rowKey={({ step }, index) => `${step}-${index}`}
          empty={t('stuck.noAttempts')}
        />
      )}
      {live.workflow_url && <OutsideLink href={live.workflow_url}>{t('order.temporal')}</OutsideLink>}
    </Stack>
  );
}
