import { useTranslation } from 'react-i18next';
import { Board } from '../fx/board';
import { Exposures } from '../fx/exposures';
import { Preview } from '../fx/preview';
import { Page } from '../parts/page';

export function FxPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('fx.title')}>
      <Board />
      <Preview />
      <Exposures />
    </Page>
  );
}
