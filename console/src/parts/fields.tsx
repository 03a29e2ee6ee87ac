import { Fragment, type ReactNode } from 'react';

interface Props {
  of: (readonly [label: string, value: ReactNode])[];
}

/** Names and values; a value that is absent is left out. */
export const Fields = ({ of }: Props) => (
  <dl className="fields">
    {of
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);
