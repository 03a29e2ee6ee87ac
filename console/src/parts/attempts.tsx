import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminDelivery } from '../api/types';
import { Time } from './time';

/** Every attempt of a delivery, behind a summary that opens. */
export function Attempts({ delivery: { attempts, attempt_log } }: { delivery: AdminDelivery }) {
  const { t } = useTranslation();
  if (attempt_log.length === 0) return <>{attempts}</>;
  return (
    <details>
      <summary>{t('deliveries.show', { count: attempts })}</summary>
      <Stack component="ol" gap={2} m={0} pl="md">
        {attempt_log.map(({ attempt, at, duration_ms, response_status, error }) => (
          <li key={`${attempt}-${at}`}>
            <Text size="xs" className="wrap">
              <Time at={at} />, {t('deliveries.lasted', { ms: duration_ms })}
              {response_status === undefined ? '' : `, ${t('deliveries.answered', { status: response_status })}`}
              {error ? `: ${error}` : ''}
            </Text>
          </li>
        ))}
      </Stack>
    </details>
  );
}
