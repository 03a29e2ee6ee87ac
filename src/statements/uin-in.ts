import { isUin } from '../domain/uin';

/** The UIN of a payment: from the field made for it, else after its name in the text, else the one number in the text that is a valid UIN. */
export function uinIn(purpose: string, field = ''): string | undefined {
  if (/^\d{20,25}$/.test(field.trim())) return field.trim();
  const named = /(?:УИН|UIN)[\s:№#-]*(\d{20,25})/i.exec(purpose)?.[1];
  if (named) return named;
  const numbers = new Set([...purpose.matchAll(/(?<!\d)\d{20}(?!\d)/g)].map(([number]) => number).filter(isUin));
  const [only, ...others] = numbers;
  return others.length === 0 ? only : undefined;
}
