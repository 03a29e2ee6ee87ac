import { Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange, useRead } from '../api/queries';
import type { Flags } from '../api/types';
import { ActionDialog } from '../parts/action-dialog';
import { Loaded } from '../parts/loaded';
import { notifyDone } from '../parts/notify';
import { Page } from '../parts/page';
import { Section } from '../parts/section';
import { useMe } from '../session/use-me';

const FLAGS = ['new_orders_enabled', 'payouts_enabled', 'webhooks_enabled', 'sandbox_simulation_enabled'] as const satisfies (keyof Flags)[];
type Flag = (typeof FLAGS)[number];

interface Asked {
  flag: Flag;
  on: boolean;
}

export function FlagsPage() {
  const { t } = useTranslation();
  const { me, mayChange } = useMe();
  const flags = useRead(['flags'], () => api.GET('/v1/admin/flags'));
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  return (
    <Page title={t('flags.title')}>
      {me && !mayChange && <Text c="dimmed">{t('session.viewer')}</Text>}
      <Loaded of={flags}>
        {(values) => (
          <Stack gap="sm">
            {FLAGS.map((flag) => (
              <Section key={flag} title={t(`flags.${flag}`)}>
                <Group justify="space-between">
                  <Text size="sm">{t(`flags.${flag}_hint`)}</Text>
                  <Switch
                    checked={values[flag]}
                    disabled={!mayChange}
                    aria-label={t(`flags.${flag}`)}
                    label={t(values[flag] ? 'flags.on' : 'flags.off')}
                    onChange={(event) => {
                      setAsked({ flag, on: event.currentTarget.checked });
                      setOpened(true);
                    }}
                  />
                </Group>
              </Section>
            ))}
          </Stack>
        )}
      </Loaded>
      {asked && <FlagDialog asked={asked} opened={opened} onClose={() => setOpened(false)} />}
    </Page>
  );
}

function FlagDialog({ asked: { flag, on }, opened, onClose }: { asked: Asked; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const change = useChange(() => api.PATCH('/v1/admin/flags', { body: { [flag]: on } }));
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t(on ? 'flags.title_on' : 'flags.title_off', { name: t(`flags.${flag}`) })}
      text={t(on ? 'flags.text_on' : 'flags.text_off', { hint: t(`flags.${flag}_hint`) })}
      confirm={t(on ? 'flags.turnOn' : 'flags.turnOff')}
      danger={!on}
      onConfirm={async () => {
        await change.mutateAsync();
        notifyDone(t('flags.switched'));
      }}
    />
  );
}
