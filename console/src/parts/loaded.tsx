import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { useFormats } from '../texts/format';
import { useProblem } from './problem';

interface Props<T> {
  of: { data: T | undefined; error: Error | null; dataUpdatedAt: number; refetch: () => unknown };
  children: (data: T) => ReactNode;
  lines?: number;
}

/** What was read; before that a skeleton, or what went wrong and what to do. What was read once stays through later errors. */
export function Loaded<T>({ of: { data, error, dataUpdatedAt, refetch }, children, lines = 5 }: Props<T>) {
  const { t } = useTranslation();
  const problemOf = useProblem();
  const format = useFormats();
  if (data !== undefined) {
    // the banner tells of a lost connection
    const isStale = error && !(error instanceof ApiError && error.isConnection);
    return (
      <>
        {isStale && (
          <Alert color="yellow" role="status">
            {t('state.stale', { at: format.time(new Date(dataUpdatedAt).toISOString()), problem: problemOf(error) })}
          </Alert>
        )}
        {children(data)}
      </>
    );
  }
  if (error) {
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('state.failed')} role="alert">
        <Text size="sm">{problemOf(error)}</Text>
        <Button mt="sm" size="xs" variant="default" onClick={() => refetch()}>
          {t('state.again')}
        </Button>
      </Alert>
    );
  }
  return (
    <Stack gap="xs" role="status" aria-label={t('state.loading')} aria-busy>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((line) => (
        <Skeleton key={line} height={28} />
      ))}
    </Stack>
  );
}
