import { Alert } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnectionLost } from '../api/connection';

export function ConnectionBanner() {
  const { t } = useTranslation();
  const lost = useConnectionLost();
  return (
    <div role="status">
      {lost && (
        <Alert color="orange" mb="md" role="presentation" icon={<IconWifiOff aria-hidden />}>
          {t('state.lost')}
        </Alert>
      )}
    </div>
  );
}
