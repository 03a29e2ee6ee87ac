import { Button, Menu } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { leaveSession } from '../session/session';
import { useMe } from '../session/use-me';

export function UserMenu() {
  const { t } = useTranslation();
  const { me } = useMe();
  const signOut = () => {
    const told = api.POST('/v1/admin/auth/logout');
    leaveSession();
    told.catch(() => undefined);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          px="xs"
          leftSection={<IconUser size={16} aria-hidden />}
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
