import { Alert, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { OFTEN, useRead } from '../api/queries';
import { Link } from '../parts/link';
import { useFormats } from '../texts/format';

/** A refund of this order that waits for a second person. */
export function PendingApproval({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { data } = useRead(['approvals', 'newest'], () => api.GET('/v1/admin/approvals', { params: { query: { limit: 100 } } }), {
    every: OFTEN,
  });
  const approval = data?.items.find(({ pa_order_id, status }) => pa_order_id === orderId && (status === 'PENDING' || status === 'APPROVED'));
  if (!approval) return null;
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('approvals.pendingTitle')}>
      <Text size="sm" mb="xs">
        {t('approvals.pendingText', { amount: format.rub(approval.amount_rub), name: approval.requested_by, reason: approval.reason })}
      </Text>
      <Link to="/approvals" size="sm" c="inherit">
        {t('approvals.open')}
      </Link>
    </Alert>
  );
}
