import { Badge, type CSSVariablesResolver, createTheme, DEFAULT_THEME, Modal } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    // Half a status tells nothing.
    Badge: Badge.extend({ styles: { root: { maxWidth: 'none', flex: 'none' }, label: { overflow: 'visible' } } }),
    // A dialog's header is not the page's banner.
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'presentation' } } } }),
  },
  headings: { fontFamily: 'inherit', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } } },
});

/** Mantine's own greys and tints stay below the contrast of WCAG AA. */
const tints = (mix: (color: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.keys(DEFAULT_THEME.colors).flatMap((color) => [
      [`--mantine-color-${color}-light-color`, mix(color)],
      [`--mantine-color-${color}-text`, mix(color)],
      [`--mantine-color-${color}-outline`, mix(color)],
    ]),
  );

export const contrast: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...tints((color) => `color-mix(in srgb, var(--mantine-color-${color}-9) 65%, black)`),
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-anchor': 'var(--mantine-color-blue-9)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    ...tints((color) => `color-mix(in srgb, var(--mantine-color-${color}-3) 80%, white)`),
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-anchor': 'var(--mantine-color-blue-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
