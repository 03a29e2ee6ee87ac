import { Badge, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Says that staff have to look at an order; hover or focus says why. */
export function AttentionMark({ reason }: { reason: string }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={reason} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
      <Badge
        component="button"
        type="button"
        color="red"
        variant="light"
        tt="none"
        leftSection={<IconAlertTriangle size={14} aria-hidden />}
        aria-description={reason}
      >
        {t('order.needsAttention')}
      </Badge>
    </Tooltip>
  );
}
