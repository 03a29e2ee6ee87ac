import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, actions, children }: Props) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} — ${t('app.title')}`;
  }, [title, t]);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={1} className="wrap">
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
