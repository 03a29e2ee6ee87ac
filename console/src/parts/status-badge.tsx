import { Badge } from '@mantine/core';
import {
  IconAlertCircle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconClockOff,
  IconFileDescription,
  IconPlayerPlay,
  IconRotate,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OrderStatus } from '../../../src/domain/lifecycle';

const LOOKS: Record<OrderStatus, [color: string, icon: TablerIcon]> = {
  DRAFT: ['gray', IconClock],
  IN_PROGRESS: ['blue', IconPlayerPlay],
  PENDING_DOCS: ['yellow', IconFileDescription],
  FX_FIXED: ['blue', IconPlayerPlay],
  AWAITING_PAYMENT: ['violet', IconClock],
  CLIENT_PAID: ['blue', IconPlayerPlay],
  FX_EXECUTED: ['blue', IconPlayerPlay],
  PARTNER_PAID: ['teal', IconPlayerPlay],
  COMPLETED: ['teal', IconCircleCheck],
  REJECTED: ['red', IconBan],
  EXPIRED: ['gray', IconClockOff],
  REFUND_INITIATED: ['orange', IconRotate],
  REFUNDED: ['orange', IconCircleCheck],
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation();
  const [color, Icon] = LOOKS[status] ?? ['gray', IconAlertCircle];
  return (
    <Badge color={color} variant="light" tt="none" leftSection={<Icon size={14} aria-hidden />} title={status}>
      {t(`status.${status}`)}
    </Badge>
  );
}
