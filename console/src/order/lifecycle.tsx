import { Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircle, IconCircleDotFilled, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isTerminal, type OrderStatus } from '../../../src/domain/lifecycle';
import type { AdminOrder, OrderEvent } from '../api/types';
import { Section } from '../parts/section';
import { Time } from '../parts/time';
import './lifecycle.css';

const MAIN: OrderStatus[] = ['DRAFT', 'IN_PROGRESS', 'FX_FIXED', 'AWAITING_PAYMENT', 'CLIENT_PAID', 'FX_EXECUTED', 'PARTNER_PAID', 'COMPLETED'];
const SIDE: OrderStatus[] = ['PENDING_DOCS', 'REJECTED', 'EXPIRED', 'REFUND_INITIATED', 'REFUNDED'];

type State = 'done' | 'current' | 'ended' | 'failed' | 'ahead';
const ICONS = { done: IconCheck, current: IconCircleDotFilled, ended: IconX, failed: IconX, ahead: IconCircle };

interface Props {
  order: AdminOrder;
  events: OrderEvent[];
}

/** The way of an order: the main line, and below it the side exits that it took. */
export function Lifecycle({ order: { status }, events }: Props) {
  const { t } = useTranslation();
  const reached = new Map(events.flatMap(({ status_to, created_at }) => (status_to ? [[status_to, created_at] as const] : [])));
  const stateOf = (step: OrderStatus): State => {
    if (step !== status) return reached.has(step) ? 'done' : 'ahead';
    if (status === 'COMPLETED') return 'done';
    if (status === 'REJECTED' || status === 'EXPIRED') return 'failed';
    return isTerminal(status) ? 'ended' : 'current';
  };
  // Between the rate and the requisites an order rests only when issuing them fails.
  const main = MAIN.filter((step) => step !== 'FX_FIXED' || step === status);
  const side = SIDE.filter((step) => step === status || reached.has(step));
  const draw = (steps: OrderStatus[]) =>
    steps.map((step) => <Step key={step} step={step} state={stateOf(step)} at={reached.get(step)} here={step === status} />);
  return (
    <Section title={t('order.lifecycle')}>
      <ol className="lifecycle" aria-label={t('order.mainLine')}>
        {draw(main)}
      </ol>
      {side.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {t('order.sideExits')}
          </Text>
          <ol className="lifecycle" aria-label={t('order.sideExits')}>
            {draw(side)}
          </ol>
        </>
      )}
    </Section>
  );
}

interface StepProps {
  step: OrderStatus;
  state: State;
  at: string | undefined;
  here: boolean;
}

function Step({ step, state, at, here }: StepProps) {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <li data-state={state} aria-current={here ? 'step' : undefined}>
      <span className="lifecycle-mark">
        <Icon size={16} aria-hidden />
      </span>
      <span>
        <span className="lifecycle-name">{t(`status.${step}`)}</span>
        <VisuallyHidden>: {t(`order.step.${state}`)}</VisuallyHidden>
        {at && (
          <Text component="span" display="block" size="xs" c="dimmed">
            <Time at={at} />
          </Text>
        )}
      </span>
    </li>
  );
}
