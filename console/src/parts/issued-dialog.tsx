import { Alert, Button, CopyButton, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IssuedSecrets } from '../api/types';

const SECRETS = ['client_secret', 'api_key', 'webhook_secret'] as const;

/** Secrets that are shown once: a click beside the dialog does not close it. */
export function IssuedDialog({ issued, onClose }: { issued: IssuedSecrets; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('apiClients.issuedTitle', { id: issued.client_id })}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
      size="lg"
    >
      <Stack gap="sm">
        <Alert color="orange">{t('apiClients.issuedText')}</Alert>
        {SECRETS.map((name) => {
          const value = issued[name];
          if (!value) return null;
          const label = t(`apiClients.secrets.${name}`);
          return (
            <Group key={name} align="flex-end" wrap="nowrap" gap="xs">
              <TextInput label={label} value={value} readOnly flex={1} onFocus={(event) => event.currentTarget.select()} />
              <CopyButton value={value}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy} aria-label={copied ? t('action.copied') : t('apiClients.copyOf', { name: label })}>
                    {copied ? t('action.copied') : t('action.copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
          );
        })}
        <Button onClick={onClose}>{t('apiClients.issuedDone')}</Button>
      </Stack>
    </Modal>
  );
}
