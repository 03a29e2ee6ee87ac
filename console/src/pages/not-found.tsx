import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '../parts/link';
import { Page } from '../parts/page';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')}>
      <Text>{t('notFound.text')}</Text>
      <Link to="/">{t('nav.overview')}</Link>
    </Page>
  );
}
