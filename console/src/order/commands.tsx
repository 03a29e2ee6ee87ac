import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTerminal } from '../../../src/domain/lifecycle';
import type { AdminOrder } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Section } from '../parts/section';
import { CommandDialog } from './command-dialog';
import { type CommandName, commandsFor } from './command-names';

/** What staff may do with an order in its status. */
export function Commands({ order }: { order: AdminOrder }) {
  const { t } = useTranslation();
  const [command, setCommand] = useState<CommandName>();
  const [opened, setOpened] = useState(false);
  const names = commandsFor(order);
  const ask = (name: CommandName) => {
    setCommand(name);
    setOpened(true);
  };
  return (
    <Section title={t('command.title')}>
      {names.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(isTerminal(order.status) ? 'command.none' : 'command.noneNow')}
        </Text>
      ) : (
        <Group gap="xs">
          {names.map((name) => (
            <ActionButton key={name} size="sm" onClick={() => ask(name)}>
              {t(`command.${name}`)}
            </ActionButton>
          ))}
        </Group>
      )}
      {command && <CommandDialog key={command} command={command} order={order} opened={opened} onClose={() => setOpened(false)} />}
    </Section>
  );
}
