import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from './page';

/** A page that broke, or that could not be loaded because a newer build took its place. */
export function PageError() {
  const { t } = useTranslation();
  return (
    <Page title={t('state.failed')}>
      <Alert color="red" role="alert">
        {t('state.broken')}
      </Alert>
      <Button variant="default" w="fit-content" onClick={() => window.location.reload()}>
        {t('state.reload')}
      </Button>
    </Page>
  );
}
