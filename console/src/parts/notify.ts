import { notifications } from '@mantine/notifications';

/** What has been done, said in passing. */
export const notifyDone = (message: string): void => void notifications.show({ message, color: 'teal', withCloseButton: true });
