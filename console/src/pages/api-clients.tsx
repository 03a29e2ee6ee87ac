import { Badge, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange, useRead } from '../api/queries';
import type { ApiClient, IssuedSecrets } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { ActionDialog } from '../parts/action-dialog';
import { type Column, DataTable } from '../parts/data-table';
import { IssuedDialog } from '../parts/issued-dialog';
import { Loaded } from '../parts/loaded';
import { notifyDone } from '../parts/notify';
import { Page } from '../parts/page';
import { Pager } from '../parts/pager';
import { Time } from '../parts/time';
import { useFilters } from '../parts/use-filters';

const SCOPES = ['orders:read', 'orders:write'] as const;
const SECRETS = ['client_secret', 'api_key', 'webhook_secret'] as const;
type Secret = (typeof SECRETS)[number];

export function ApiClientsPage() {
  const { t } = useTranslation();
  const { page } = useFilters();
  const clients = useRead(['api-clients', page], () => api.GET('/v1/admin/api-clients', { params: { query: page } }), { keep: true });
  const [issued, setIssued] = useState<IssuedSecrets>();
  return (
    <Page title={t('apiClients.title')} actions={<Create onIssued={setIssued} />}>
      <Loaded of={clients}>
        {(list) => (
          <Stack gap="sm">
            <Clients clients={list.items} onIssued={setIssued} />
            <Pager page={list} />
          </Stack>
        )}
      </Loaded>
      {issued && <IssuedDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </Page>
  );
}

function Clients({ clients, onIssued }: { clients: ApiClient[]; onIssued: (secrets: IssuedSecrets) => void }) {
  const { t } = useTranslation();
  const columns: Column<ApiClient>[] = [
    { header: t('apiClients.id'), cell: ({ client_id }) => <span className="mono wrap">{client_id}</span> },
    { header: t('apiClients.name'), cell: ({ name }) => <span className="wrap">{name}</span> },
    { header: t('apiClients.scopes'), cell: ({ scopes }) => scopes.join(', ') },
    { header: t('apiClients.webhookSecrets'), number: true, cell: ({ webhook_secrets }) => webhook_secrets },
    { header: t('apiClients.created'), cell: ({ created_at }) => <Time at={created_at} /> },
    {
      header: t('apiClients.state'),
      cell: ({ revoked_at }) => (
        <Group gap={4}>
          <Badge color={revoked_at ? 'gray' : 'teal'} variant="light" tt="none">
            {t(revoked_at ? 'apiClients.revokedAt' : 'apiClients.active')}
          </Badge>
          {revoked_at && <Time at={revoked_at} />}
        </Group>
      ),
    },
    {
      header: t('action.actions'),
      plain: true,
      cell: ({ client_id, revoked_at }) =>
        revoked_at ? undefined : (
          <Group gap={4}>
            <Rotate id={client_id} onIssued={onIssued} />
            <Revoke id={client_id} />
          </Group>
        ),
    },
  ];
  return (
    <DataTable caption={t('apiClients.title')} columns={columns} rows={clients} rowKey={({ client_id }) => client_id} empty={t('apiClients.none')} />
  );
}

function Create({ onIssued }: { onIssued: (secrets: IssuedSecrets) => void }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const form = useForm({ initialValues: { client_id: '', name: '', scopes: [...SCOPES] } });
  const { client_id, name, scopes } = form.values;
  const create = useChange(() => api.POST('/v1/admin/api-clients', { body: { client_id, name: name.trim(), scopes } }));
  return (
    <>
      <ActionButton onClick={open}>{t('apiClients.create')}</ActionButton>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('apiClients.create')}
        text={t('apiClients.createText')}
        confirm={t('apiClients.create')}
        incomplete={!/^[\w.-]{3,64}$/.test(client_id) || !name.trim() || scopes.length === 0}
        onConfirm={async () => {
          onIssued(await create.mutateAsync());
          form.reset();
        }}
      >
        <TextInput
          label={t('apiClients.id')}
          description={t('apiClients.idHint')}
          required
          maxLength={64}
          data-autofocus
          {...form.getInputProps('client_id')}
        />
        <TextInput label={t('apiClients.name')} required maxLength={255} {...form.getInputProps('name')} />
        <Checkbox.Group label={t('apiClients.scopes')} {...form.getInputProps('scopes')}>
          <Group mt={4}>
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} />
            ))}
          </Group>
        </Checkbox.Group>
      </ActionDialog>
    </>
  );
}

function Rotate({ id, onIssued }: { id: string; onIssued: (secrets: IssuedSecrets) => void }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<Secret>('client_secret');
  const rotate = useChange(() => api.POST('/v1/admin/api-clients/{clientId}/rotate', { params: { path: { clientId: id } }, body: { secret } }));
  return (
    <>
      <ActionButton onClick={open} aria-label={t('apiClients.rotateOf', { id })}>
        {t('apiClients.rotate')}
      </ActionButton>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('apiClients.rotateTitle', { id })}
        text={t('apiClients.rotateText')}
        confirm={t('apiClients.rotate')}
        danger
        onConfirm={async () => onIssued(await rotate.mutateAsync())}
      >
        <NativeSelect
          label={t('apiClients.secret')}
          value={secret}
          onChange={(event) => setSecret(SECRETS.find((name) => name === event.currentTarget.value) ?? 'client_secret')}
          data={SECRETS.map((value) => ({ value, label: t(`apiClients.secrets.${value}`) }))}
        />
      </ActionDialog>
    </>
  );
}

function Revoke({ id }: { id: string }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const revoke = useChange(() => api.DELETE('/v1/admin/api-clients/{clientId}', { params: { path: { clientId: id } } }));
  return (
    <>
      <ActionButton onClick={open} aria-label={t('apiClients.revokeOf', { id })}>
        {t('apiClients.revoke')}
      </ActionButton>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('apiClients.revokeTitle', { id })}
        text={t('apiClients.revokeText')}
        confirm={t('apiClients.revoke')}
        danger
        onConfirm={async () => {
          await revoke.mutateAsync();
          notifyDone(t('apiClients.revoked'));
        }}
      />
    </>
  );
}
