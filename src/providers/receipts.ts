import { z } from 'zod';
import { isStorable } from '../domain/storable';
import { ProviderError } from './ports';

/** What a bank adapter answers, as docs/providers.md has it. What is not so is not understood: nothing of it reaches an order. */
const text = z.string().min(1).max(100).refine(isStorable, 'must not contain U+0000 or a lone surrogate');
const moment = z.iso.datetime({ offset: true });
const amount = z.string().regex(/^\d{1,15}(\.\d{1,6})?$/, 'must be decimal text, not below zero');

export const receipts = {
  fx: z.object({ reference: text, executed_at: moment }),
  payout: z.object({ reference: text, fee: amount, value_date: z.iso.date(), auth_code: text.optional() }),
  refund: z.object({ reference: text }),
};

export const list = z.object({
  items: z.array(z.object({ key: z.string(), reference: text, done_at: moment, amount: amount.nullish(), currency: text.nullish() })),
});

/** @throws ProviderError `unknown` that says what is wrong: it was done, or it was not, and the answer does not tell */
export function understood<T>(what: string, shape: z.ZodType<T>, answer: unknown): T {
  const { data, error } = shape.safeParse(answer);
  if (!error) return data;
  const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; ');
  throw new ProviderError('unknown', `${what} is not understood: ${problems}`, undefined, 'not_understood');
}
