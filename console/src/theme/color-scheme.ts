import { localStorageColorSchemeManager } from '@mantine/core';

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'console-color-scheme' });

// Before the first paint: a page in the wrong colours would flash.
const chosen = colorSchemeManager.get('auto');
const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
document.documentElement.setAttribute('data-mantine-color-scheme', chosen === 'auto' ? system : chosen);
