const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const isMoment = (value: unknown): value is string => typeof value === 'string' && MOMENT.test(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Whether two JSON values say the same. A workflow task whose outcome Temporal has lost is carried out anew, at another moment, while what it has written
 * the first time stays: moments may be apart by that.
 */
export function isAlike(a: unknown, b: unknown, apartMs: number): boolean {
  if (isMoment(a) && isMoment(b)) return Math.abs(Date.parse(a) - Date.parse(b)) <= apartMs;
  if (!isObject(a) || !isObject(b)) return a === b;
  return Array.isArray(a) === Array.isArray(b) && differingIn(a, b, apartMs).length === 0;
}

/** Names of what is not alike. */
export const differingIn = (a: object, b: object, apartMs: number): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !isAlike(a[name as keyof typeof a], b[name as keyof typeof b], apartMs));
