import { Text } from '@mantine/core';
import { Time } from './time';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Data whose fields nobody promised, as lines of names and values. */
export function Readable({ value }: { value: Record<string, unknown> }) {
  return (
    <Text component="div" size="xs">
      {Object.entries(value).map(([name, field]) => (
        <div key={name} className="wrap">
          <span className="mono">{name}</span>: <Value value={field} />
        </div>
      ))}
    </Text>
  );
}

function Value({ value }: { value: unknown }) {
  if (typeof value === 'string' && TIMESTAMP.test(value)) return <Time at={value} />;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ') || '—';
  return JSON.stringify(value);
}
