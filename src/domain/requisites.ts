/** Rules of Russian requisites: shared/rails.md, and for the correspondent account the Bank of Russia's order of 8 September 1997, N 515. */

const weighted = (digits: string, weights: readonly number[]): number => weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);

const INN_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_11TH = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_12TH = [3, ...INN_11TH];

/** Whether the check digits of an INN of 10 (company) or 12 (person) digits are right. */
export function isInn(inn: string): boolean {
  const checks = (weights: readonly number[], at: number): boolean => (weighted(inn, weights) % 11) % 10 === Number(inn[at]);
  if (/^\d{10}$/.test(inn)) return checks(INN_10, 9);
  return /^\d{12}$/.test(inn) && checks(INN_11TH, 10) && checks(INN_12TH, 11);
}

const CYCLE = [7, 1, 3];

/** Whether the control key of 20 digits fits the three digits that stand for the bank. */
function hasControlKey(bank: string, account: string): boolean {
  const sum = [...bank, ...account].reduce((total, digit, i) => total + ((Number(digit) * (CYCLE[i % 3] ?? 0)) % 10), 0);
  return sum % 10 === 0;
}

const isBik = (bik: string): boolean => /^\d{9}$/.test(bik);
const isAccount = (account: string): boolean => /^\d{20}$/.test(account);

/** A settlement account at the bank with this BIK: the key depends on the BIK's last three digits. */
export const isSettlementAccount = (account: string, bik: string): boolean =>
  isAccount(account) && isBik(bik) && hasControlKey(bik.slice(6), account);

/** The account of that bank at the Bank of Russia: it ends as the BIK does, and its key depends on the BIK's fifth and sixth digit. */
export const isCorrespondentAccount = (account: string, bik: string): boolean =>
  isAccount(account) && isBik(bik) && account.startsWith('301') && account.endsWith(bik.slice(6)) && hasControlKey(`0${bik.slice(4, 6)}`, account);
