import { notifications } from '@mantine/notifications';
import i18n from 'i18next';

/** What has been done, said in passing. */
export const notifyDone = (message: string): void =>
  void notifications.show({ message, color: 'teal', closeButtonProps: { 'aria-label': i18n.t('action.close') } });
