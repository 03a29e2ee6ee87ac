import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblem } from './problem';

interface Props<T> {
  of: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
  lines?: number;
}

/** What was read; before that a skeleton, or what went wrong and what to do. What was read once stays through later errors. */
export function Loaded<T>({ of: { data, error, refetch }, children, lines = 5 }: Props<T>) {
  const { t } = useTranslation();
  const problemOf = useProblem();
  if (data !== undefined) return <>{children(data)}</>;
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
