import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { until } from '../../src/local/until';
import type { useBrowser } from './browser';
import { DESKTOP, problemsOf } from './page';

/** A tab with the console, and what one does in it. */
export interface Console {
  page: Page;
  problems: string[];
  /** Shows a path of the console. */
  go(path: string): Promise<void>;
  /** Waits for the page of this name. */
  heading(name: string | RegExp): Promise<void>;
  /** Waits for a text. */
  says(text: string | RegExp): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  dialog(): Locator;
  /** Agrees to what the dialog asks. */
  confirm(name: string | RegExp): Promise<void>;
  signOut(): Promise<void>;
  /** Waits until everything is read and nothing moves any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const IS_STILL =
  "document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null && document.getAnimations().every((a) => a.playState !== 'running')";

export function consoleIn(page: Page, baseUrl: string): Console {
  page.setDefaultTimeout(20_000);
  const dialog = () => page.getByRole('dialog');
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  return {
    page,
    problems: problemsOf(page, baseUrl),
    async go(path) {
      await page.goto(`${baseUrl}/console${path}`);
    },
    heading: (name) => page.getByRole('heading', { level: 1, name }).waitFor(),
    says: (text) => page.getByText(text).first().waitFor(),
    press,
    dialog,
    confirm: (name) => dialog().getByRole('button', { name }).click(),
    async signOut() {
      await press(/^Signed in as/);
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    },
    async settled() {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await until('the page is still', 20_000, () => page.evaluate(IS_STILL) as Promise<boolean>);
    },
    close: () => page.context().close(),
  };
}

/** The console in a browser of its own, in English, signed in when somebody is named. */
export async function openConsole(
  browser: ReturnType<typeof useBrowser>,
  baseUrl: string,
  username?: 'admin' | 'admin-2' | 'viewer',
  options: BrowserContextOptions = {},
): Promise<Console> {
  const context = await browser.open({ locale: 'en-GB', timezoneId: 'Europe/Moscow', ...DESKTOP, ...options });
  const shown = consoleIn(await context.newPage(), baseUrl);
  await shown.go('/');
  if (username) await fillSignIn(shown.page, username, `${username}-demo`);
  return shown;
}

/** An administrator's console for a test file, in which after no test anything has gone wrong. */
export function useConsole(browser: ReturnType<typeof useBrowser>, s: { baseUrl: string }): Console {
  const under = {} as Console;
  beforeAll(async () => void Object.assign(under, await openConsole(browser, s.baseUrl, 'admin')), 60_000);
  afterEach(() => expect(under.problems.splice(0)).toEqual([]));
  return under;
}

/** Fills the form in, in whichever language it is, and waits until somebody is signed in. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').press('Enter');
  await page.locator('nav').first().waitFor({ state: 'attached' });
}

/** Texts as they look: no-break spaces are spaces. */
export const textsOf = async (parts: Locator): Promise<string[]> => (await parts.allTextContents()).map((text) => text.replace(/\s+/g, ' '));

/** Names and values that a part of the page shows. */
export async function fieldsOf(part: Locator): Promise<Record<string, string>> {
  const fields = part.locator('dl.fields');
  const [names, values] = await Promise.all([textsOf(fields.locator('> dt')), textsOf(fields.locator('> dd'))]);
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
}
