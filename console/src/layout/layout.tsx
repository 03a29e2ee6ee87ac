import { AppShell, Badge, Burger, Group, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useMe } from '../session/use-me';
import { LanguageSwitch } from '../texts/language-switch';
import { SchemeSwitch } from '../theme/scheme-switch';
import { ConnectionBanner } from './connection-banner';
import { Navigation } from './navigation';
import { UserMenu } from './user-menu';

export function Layout() {
  const { t } = useTranslation();
  const { me } = useMe();
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    close();
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, close]);

  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 230, breakpoint: 'md', collapsed: { mobile: !opened } }} padding="md">
      <a className="skip" href="#main">
        {t('app.skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={t('nav.toggle')}
              aria-expanded={opened}
              aria-controls="navigation"
            />
            <Text fw={700} visibleFrom="xs">
              {t('app.title')}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            {me?.role === 'viewer' && (
              <Badge color="gray" variant="light" tt="none" visibleFrom="sm" title={t('session.viewer')}>
                {t('session.readOnly')}
              </Badge>
            )}
            <LanguageSwitch />
            <SchemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar id="navigation" component="nav" aria-label={t('nav.label')}>
        <AppShell.Section grow component={ScrollArea} p="xs">
          <Navigation />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main ref={main} id="main" tabIndex={-1} style={{ outline: 'none' }}>
        <ConnectionBanner />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
