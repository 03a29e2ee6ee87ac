import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '../session/use-me';

interface Props extends ButtonProps {
  onClick: () => void;
  /** Why it cannot be pressed, for one who otherwise may. */
  barred?: string;
  'aria-label'?: string;
}

/** A button that changes something; for whom it is not, it stays in reach of keyboard and says why. */
export function ActionButton({ onClick, barred, size = 'xs', variant = 'default', ...rest }: Props) {
  const { t } = useTranslation();
  const { me, mayChange } = useMe();
  const reason = me && !mayChange ? t('session.viewer') : barred;
  if (!reason) return <Button size={size} variant={variant} onClick={onClick} disabled={!me} {...rest} />;
  return (
    <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <Button size={size} variant={variant} data-disabled aria-disabled aria-description={reason} {...rest} />
    </Tooltip>
  );
}
