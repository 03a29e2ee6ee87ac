import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

interface Props extends AnchorProps {
  to: string;
  children: ReactNode;
}

export const Link = (props: Props) => <Anchor component={RouterLink} underline="always" {...props} />;

/** An address that came from outside: only the web's own schemes become links. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^(https?:\/\/|\/)/i.test(href)) return <span className="wrap">{children}</span>;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" underline="always" className="wrap">
      {children}
    </Anchor>
  );
}

export const OrderLink = ({ id }: { id: string }) => (
  <Link to={`/orders/${encodeURIComponent(id)}`} className="mono wrap">
    {id}
  </Link>
);
