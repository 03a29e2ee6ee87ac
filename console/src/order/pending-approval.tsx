import { Alert, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client';
import { OFTEN } from '../api/queries';
import type { Approval } from '../api/types';
import { Link } from '../parts/link';
import { useFormats } from '../texts/format';

const PAGE = 100;

/** There is one that is open at most; however old it is, it is found. */
async function openApproval(orderId: string): Promise<Approval | null> {
  for (const status of ['PENDING', 'APPROVED'] as const) {
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const page = await answerOf(api.GET('/v1/admin/approvals', { params: { query: { status, limit: PAGE, offset } } }));
      const found = page.items.find(({ pa_order_id }) => pa_order_id === orderId);
      if (found) return found;
      total = page.total;
    }
  }
  return null;
}

/** A refund of this order that waits for a second person. */
export function PendingApproval({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { data: approval } = useQuery({ queryKey: ['approvals', 'of', orderId], queryFn: () => openApproval(orderId), refetchInterval: OFTEN });
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
