import { NavLink, Stack, Text } from '@mantine/core';
import {
  IconAdjustments,
  IconAlertTriangle,
  IconBuildingBank,
  IconCash,
  IconChecks,
  IconCurrencyEuro,
  IconFileText,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconPercentage,
  IconServer,
  IconToggleLeft,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink as RouterNavLink, useMatch, useResolvedPath } from 'react-router';

const GROUPS = {
  work: [
    ['/', 'overview', IconLayoutDashboard],
    ['/orders', 'orders', IconListDetails],
    ['/approvals', 'approvals', IconChecks],
    ['/webhooks', 'webhooks', IconWebhook],
    ['/suspense', 'suspense', IconCash],
    ['/findings', 'findings', IconAlertTriangle],
  ],
  settings: [
    ['/partners', 'partners', IconUsers],
    ['/fx', 'fx', IconCurrencyEuro],
    ['/pricing', 'pricing', IconPercentage],
    ['/requisites', 'requisites', IconBuildingBank],
    ['/limits', 'limits', IconAdjustments],
    ['/flags', 'flags', IconToggleLeft],
    ['/api-clients', 'apiClients', IconKey],
  ],
  service: [
    ['/audit', 'audit', IconHistory],
    ['/logs', 'logs', IconFileText],
    ['/system', 'system', IconServer],
  ],
} as const satisfies Record<string, [path: string, name: string, icon: TablerIcon][]>;

type Item = (typeof GROUPS)[keyof typeof GROUPS][number];

export function Navigation() {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      {(['work', 'settings', 'service'] as const).map((group) => (
        <div key={group}>
          <Text size="xs" c="dimmed" fw={600} px="xs" mb={4}>
            {t(`nav.${group}`)}
          </Text>
          {GROUPS[group].map(([path, name, icon]) => (
            <Entry key={path} path={path} name={name} icon={icon} />
          ))}
        </div>
      ))}
    </Stack>
  );
}

function Entry({ path, name, icon: Icon }: { path: Item[0]; name: Item[1]; icon: TablerIcon }) {
  const { t } = useTranslation();
  const { pathname } = useResolvedPath(path);
  const active = useMatch({ path: pathname, end: path === '/' }) !== null;
  return (
    <NavLink
      component={RouterNavLink}
      to={path}
      end={path === '/'}
      label={t(`nav.${name}`)}
      active={active}
      leftSection={<Icon size={18} aria-hidden />}
      py={6}
    />
  );
}
