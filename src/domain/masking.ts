/** First letter of each word, the rest hidden: `Иван Петров` becomes `И*** П***`. */
export const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ');

/** The last two digits, the rest hidden; never more than a third of the number is shown. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length < 6 ? '***' : `***${digits.slice(-2)}`;
}
