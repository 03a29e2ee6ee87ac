import { Group, Pagination, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFilters } from './use-filters';

interface Props {
  page: { total: number; limit: number; offset: number };
}

/** What lies beyond is not counted. */
const COUNTED = 10_000;

/** Turns pages of a list through `offset` in the address. */
export function Pager({ page: { total, limit, offset } }: Props) {
  const { t } = useTranslation();
  const { set } = useFilters();
  const pages = Math.ceil(total / limit);
  useEffect(() => {
    if (total > 0 && offset >= total) set({ offset: pages === 1 ? undefined : String((pages - 1) * limit) });
  });
  const counted = total > COUNTED ? `${COUNTED}+` : total;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {total === 0 ? '' : t('table.range', { from: offset + 1, to: Math.min(offset + limit, total), total: counted })}
      </Text>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={Math.floor(offset / limit) + 1}
          onChange={(to) => set({ offset: to === 1 ? undefined : String((to - 1) * limit) })}
          size="sm"
          getItemProps={(item) => ({ 'aria-label': t('table.page', { page: item }) })}
          getControlProps={(control) => ({ 'aria-label': t(`table.${control}`) })}
        />
      )}
    </Group>
  );
}
