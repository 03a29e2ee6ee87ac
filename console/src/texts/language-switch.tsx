import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from './i18n';

export function LanguageSwitch() {
  const { i18n } = useTranslation();
  const other = i18n.language === 'ru' ? ({ language: 'en', name: 'English' } as const) : ({ language: 'ru', name: 'Русский' } as const);
  return (
    <Button variant="default" size="sm" px="xs" lang={other.language} onClick={() => chooseLanguage(other.language)}>
      {other.name}
    </Button>
  );
}
