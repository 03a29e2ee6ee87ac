import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { useChange } from '../api/queries';
import type { AdminDelivery } from '../api/types';
import { ActionButton } from './action-button';
import { ActionDialog } from './action-dialog';
import { notifyDone } from './notify';

/** Sends one dead letter once more. */
export function ReplayButton({ delivery: { event_id: id, event_type: type, url } }: { delivery: AdminDelivery }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const replay = useChange(() => api.POST('/v1/admin/webhooks/deliveries/{eventId}/replay', { params: { path: { eventId: id } } }));
  return (
    <>
      <ActionButton onClick={open} aria-label={t('deliveries.replayOf', { type, id })}>
        {t('deliveries.replay')}
      </ActionButton>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('deliveries.replayTitle')}
        text={t('deliveries.replayText', { type, url })}
        confirm={t('deliveries.replay')}
        onConfirm={async () => {
          await replay.mutateAsync();
          notifyDone(t('deliveries.replayed'));
        }}
      />
    </>
  );
}
