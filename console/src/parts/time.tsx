import { useFormats } from '../texts/format';

interface Props {
  at: string;
  relative?: boolean;
}

/** A moment; its title gives it to the second, with the zone. */
export function Time({ at, relative = false }: Props) {
  const format = useFormats();
  return (
    <time dateTime={at} title={format.exactTime(at)}>
      {relative ? format.relative(at) : format.time(at)}
    </time>
  );
}
