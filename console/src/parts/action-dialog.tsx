import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { useProblem } from './problem';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, in words. */
  text?: ReactNode;
  confirm: string;
  danger?: boolean;
  /** Its refusal is shown, and the dialog stays. */
  onConfirm: () => Promise<unknown>;
  /** What is still missing in the form. */
  incomplete?: boolean;
  children?: ReactNode;
}

/** Asks before something is changed. */
export function ActionDialog({ opened, onClose, title, text, confirm, danger = false, onConfirm, incomplete = false, children }: Props) {
  const { t } = useTranslation();
  const problemOf = useProblem(true);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (opened) setError(undefined);
  }, [opened]);
  // Mantine gives the focus back only from a dialog that stood there closed before.
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [opened]);

  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={() => busy || onClose()}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      returnFocus={false}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!incomplete && !busy) void run();
        }}
      >
        <Stack gap="sm">
          {typeof text === 'string' ? <Text size="sm">{text}</Text> : text}
          {children}
          {error !== undefined && (
            <Alert color="red" role="alert" title={error instanceof ApiError && error.isConnection ? undefined : t('action.refused')}>
              {problemOf(error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" color={danger ? 'red' : undefined} loading={busy} disabled={incomplete}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
