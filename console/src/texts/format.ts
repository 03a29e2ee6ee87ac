import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Money, numbers and times in the chosen language; times in the zone of who looks. */
export function formatsOf(language: string) {
  const short = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const exact = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const whole = new Intl.NumberFormat(language);
  const exactNumber = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });

  const money = (amount: number, currency: string): string => {
    try {
      return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);
    } catch {
      return `${exactNumber.format(amount)} ${currency}`;
    }
  };

  return {
    money,
    rub: (amount: number): string => money(amount, 'RUB'),
    number: (value: number): string => exactNumber.format(value),
    count: (value: number): string => whole.format(value),
    compact: (value: number): string => compact.format(value),
    percent: (value: number): string => percent.format(value / 100),
    time: (iso: string): string => short.format(new Date(iso)),
    exactTime: (iso: string): string => exact.format(new Date(iso)),
    day: (isoDay: string): string => day.format(new Date(isoDay)),
    relative(iso: string, now = Date.now()): string {
      const seconds = Math.round((Date.parse(iso) - now) / 1000);
      const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[3];
      return ago.format(Math.trunc(seconds / size), unit);
    },
    duration(seconds: number): string {
      const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[3];
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(seconds / size);
    },
    bytes: (value: number): string =>
      new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(value / 1_048_576),
  };
}

export function useFormats() {
  const { i18n } = useTranslation();
  return useMemo(() => formatsOf(i18n.language), [i18n.language]);
}
