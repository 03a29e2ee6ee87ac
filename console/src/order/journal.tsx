import { Text, Timeline } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderEvent } from '../api/types';
import { Empty } from '../parts/empty';
import { Loaded } from '../parts/loaded';
import { Readable } from '../parts/readable';
import { Section } from '../parts/section';
import { StatusBadge } from '../parts/status-badge';
import { Time } from '../parts/time';

export function Journal({ events }: { events: UseQueryResult<OrderEvent[]> }) {
  const { t } = useTranslation();
  return (
    <Section title={t('timeline.title')}>
      <Loaded of={events}>
        {(list) =>
          list.length === 0 ? (
            <Empty text={t('timeline.none')} />
          ) : (
            <Timeline bulletSize={14} lineWidth={2} active={list.length} component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
              {list.map((event) => (
                <Timeline.Item key={event.event_id} component="li" title={<span className="mono wrap">{event.event_type}</span>}>
                  {event.status_to && <StatusBadge status={event.status_to} />}
                  <Text size="xs" c="dimmed">
                    <Time at={event.created_at} />, {event.actor}
                  </Text>
                  {event.payload && <Readable value={event.payload} />}
                </Timeline.Item>
              ))}
            </Timeline>
          )
        }
      </Loaded>
    </Section>
  );
}
