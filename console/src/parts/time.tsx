import { useEffect, useState } from 'react';
import { useFormats } from '../texts/format';

interface Props {
  at: string;
  relative?: boolean;
}

/** A moment; its title gives it to the second, with the zone. */
export function Time({ at, relative = false }: Props) {
  const format = useFormats();
  useTick(relative);
  return (
    <time dateTime={at} title={format.exactTime(at)}>
      {relative ? format.relative(at) : format.time(at)}
    </time>
  );
}

const TICK_MS = 5_000;

/** Draws again as time passes. */
function useTick(on: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => tick((n) => n + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [on]);
}
