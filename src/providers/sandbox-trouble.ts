import { setTimeout as wait } from 'node:timers/promises';
import { type DecimalText, decimal } from '../domain/money';
import { ProviderError, type Rail } from './ports';

/**
 * - `slow`: answers after 5 seconds.
 * - `recovers`: fails twice, then works.
 * - `down`: fails five times, so that the order is flagged for staff, then works.
 * - `refused`: never does it.
 * - `answer_lost`: does it, and loses the first answer.
 */
const TROUBLES = ['slow', 'recovers', 'down', 'refused', 'answer_lost'] as const;
type Trouble = (typeof TROUBLES)[number];

const FIRST_AMOUNT = { fx: 8101, payout: 8201 } as const;
const SLOW_MS = 5_000;
const FAILURES = { recovers: 2, down: 5 } as const;

/** Trouble that an order asks for by its amount: the whole units 8101 to 8105 for the FX desk, 8201 to 8205 for the payout, in the order above. */
export const troubleOf = (kind: keyof typeof FIRST_AMOUNT, amount: DecimalText): Trouble | undefined =>
  TROUBLES[decimal(amount).trunc().minus(FIRST_AMOUNT[kind]).toNumber()];

/**
 * A sandbox's rail that can be made to fail, so that integrators can rehearse it.
 * @param triesOf counts how often a key was sent, this time included
 */
export const withTrouble = <Request extends { amount: DecimalText }, Receipt>(
  kind: keyof typeof FIRST_AMOUNT,
  rail: Rail<Request, Receipt>,
  triesOf: (key: string) => Promise<number>,
): Rail<Request, Receipt> => ({
  find: (key) => rail.find(key),
  withdraw: (key) => rail.withdraw(key),
  list: (since) => rail.list(since),
  async send(key, request) {
    const trouble = troubleOf(kind, request.amount);
    if (trouble === undefined) return rail.send(key, request);
    if (trouble === 'refused') throw new ProviderError('refused', `the sandbox refuses ${request.amount} for good`);
    if (trouble === 'slow') await wait(SLOW_MS);
    const tries = trouble === 'slow' ? 0 : await triesOf(key);
    if ((trouble === 'recovers' || trouble === 'down') && tries <= FAILURES[trouble]) {
      throw new ProviderError('unavailable', `the sandbox fails for the ${tries}. time of ${FAILURES[trouble]}`);
    }
    const receipt = await rail.send(key, request);
    if (trouble === 'answer_lost' && tries === 1) throw new ProviderError('unknown', 'the sandbox did it and lost the answer');
    return receipt;
  },
});
