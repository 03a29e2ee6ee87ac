import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en';
import { ru } from './ru';

export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'console-language';
const isLanguage = (value: string | null): value is Language => LANGUAGES.some((language) => language === value);

function preferred(): Language {
  const kept = localStorage.getItem(KEY);
  if (isLanguage(kept)) return kept;
  return navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}

i18n.on('languageChanged', (language) => {
  document.documentElement.lang = language;
});

void i18n.use(initReactI18next).init({
  lng: preferred(),
  fallbackLng: false,
  resources: { en: { translation: en }, ru: { translation: ru } },
  interpolation: { escapeValue: false },
  initAsync: false,
});

export function chooseLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
  void i18n.changeLanguage(language);
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}
