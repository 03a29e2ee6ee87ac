import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminOrder } from '../api/types';
import { Empty } from '../parts/empty';
import { OutsideLink } from '../parts/link';
import { Section } from '../parts/section';
import { Time } from '../parts/time';

export function Documents({ documents }: Pick<AdminOrder, 'documents'>) {
  const { t } = useTranslation();
  return (
    <Section title={t('documents.title')}>
      {documents.length === 0 ? (
        <Empty text={t('documents.none')} />
      ) : (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {documents.map(({ id, file_name, url, document_type, uploaded_by, created_at }) => (
            <li key={id}>
              <OutsideLink href={url}>{file_name}</OutsideLink>
              <Text size="xs" c="dimmed">
                {t(`documentType.${document_type}`)}, {uploaded_by}, <Time at={created_at} />
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </Section>
  );
}
