import { Button, Menu } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { answerOf, api } from '../api/client';
import { leaveSession, noteUntold } from '../session/session';
import { useMe } from '../session/use-me';

export function UserMenu() {
  const { t } = useTranslation();
  const { me } = useMe();
  const signOut = () => {
    const told = answerOf(api.POST('/v1/admin/auth/logout'));
    leaveSession();
    // 401: the gateway has ended it already
    told.catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 401)) noteUntold();
    });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          px="xs"
          leftSection={<IconUser size={16} aria-hidden />}
          aria-busy={!me}
          aria-label={t('session.menu', { name: me?.username ?? '' })}
        >
          {me?.username ?? '…'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {me && <Menu.Label>{t(`session.roles.${me.role}`)}</Menu.Label>}
        <Menu.Item onClick={signOut}>{t('session.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
