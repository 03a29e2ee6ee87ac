import { Alert, Box, Button, Group, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { answerOf, api } from '../api/client';
import { queryClient } from '../api/queries';
import { useProblem } from '../parts/problem';
import { LanguageSwitch } from '../texts/language-switch';
import { SchemeSwitch } from '../theme/scheme-switch';
import { beginSession, useSession } from './session';

export function SignIn() {
  const { t } = useTranslation();
  const problemOf = useProblem();
  const { parting } = useSession();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const form = useForm({ initialValues: { username: '', password: '' } });
  useEffect(() => {
    document.title = `${t('session.signIn')} — ${t('app.title')}`;
  }, [t]);

  const signIn = form.onSubmit(async (body) => {
    setBusy(true);
    setError(undefined);
    try {
      const { access_token, user } = await answerOf(api.POST('/v1/admin/auth/login', { body }));
      queryClient.setQueryData(['me'], user);
      beginSession(access_token);
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  });

  const refusal = error instanceof ApiError && error.status === 401 ? t('session.wrong') : problemOf(error);
  return (
    <Box component="main" maw={420} mx="auto" p="md" pt={{ base: 'xl', sm: 80 }}>
      <Stack>
        <Group justify="flex-end" gap="xs">
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
        <Paper withBorder p="lg">
          <form onSubmit={signIn}>
            <Stack>
              <Title order={1}>{t('app.title')}</Title>
              {parting && (
                <Alert color="yellow" role="status">
                  {t(`session.${parting}`)}
                </Alert>
              )}
              <TextInput
                label={t('session.username')}
                autoComplete="username"
                required
                autoFocus
                maxLength={64}
                {...form.getInputProps('username')}
              />
              <PasswordInput
                label={t('session.password')}
                autoComplete="current-password"
                required
                maxLength={256}
                visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
                {...form.getInputProps('password')}
              />
              {error !== undefined && (
                <Alert color="red" role="alert">
                  {refusal}
                </Alert>
              )}
              <Button type="submit" loading={busy}>
                {t('session.signIn')}
              </Button>
            </Stack>
          </form>
        </Paper>
      </Stack>
    </Box>
  );
}
