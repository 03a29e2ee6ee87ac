/** UIN: identifier of an accrual in the Russian state payments system (GIS GMP): 20 digits, the last one a check digit. */

/** The check digit for 19 digits: weights 1..10 repeated, sum mod 11; if 10, again from weight 3; if 10 again, 0. */
export function uinCheckDigit(digits: string): number {
  const remainder = (firstWeight: number): number => [...digits].reduce((sum, d, i) => sum + Number(d) * (((firstWeight - 1 + i) % 10) + 1), 0) % 11;
  const first = remainder(1);
  if (first < 10) return first;
  const second = remainder(3);
  return second < 10 ? second : 0;
}

export const isUin = (text: string): boolean => /^\d{20}$/.test(text) && uinCheckDigit(text.slice(0, 19)) === Number(text[19]);

/** A UIN made of 128 bits or more of hexadecimal digest: the same digest gives the same UIN; it never begins with 0. */
export function uinFromDigest(hex: string): string {
  const span = 9n * 10n ** 18n;
  const body = (10n ** 18n + (BigInt(`0x${hex}`) % span)).toString();
  return body + uinCheckDigit(body);
}
