import fc from 'fast-check';
import { isCorrespondentAccount, isInn, isSettlementAccount } from '../../src/domain/requisites';

it.each(['7707083893', '7701234560', '500100732259'])('%s is an INN', (inn) => expect(isInn(inn)).toBe(true));
it.each(['7707083894', '500100732258', '500100732269', '770708389', '', 'abcdefghij'])('"%s" is not', (inn) => expect(isInn(inn)).toBe(false));

it.each([
  ['30101810400000000225', '044525225'],
  ['30101810700000000187', '044525187'],
])('%s is the correspondent account of %s', (account, bik) => {
  expect(isCorrespondentAccount(account, bik)).toBe(true);
  expect(isCorrespondentAccount(account, '044525999')).toBe(false);
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

it('one control digit of ten fits an account, and no other account with one digit changed does', () => {
  fc.assert(
    fc.property(digits(9), digits(20), fc.nat(19), fc.integer({ min: 1, max: 9 }), (bik, account, at, by) => {
      const withKey = (key: number): string => `${account.slice(0, 8)}${key}${account.slice(9)}`;
      const fitting = Array.from({ length: 10 }, (_, key) => withKey(key)).filter((a) => isSettlementAccount(a, bik));
      expect(fitting).toHaveLength(1);
      const [right = ''] = fitting;
      const wrong = right.slice(0, at) + ((Number(right[at]) + by) % 10) + right.slice(at + 1);
      expect(isSettlementAccount(wrong, bik)).toBe(false);
    }),
  );
});
