import type { BrowserContextOptions, Page } from 'playwright-core';
import type { useBrowser } from './browser';
import { DESKTOP, problemsOf } from './page';

export interface Console {
  page: Page;
  problems: string[];
  /** Shows a path of the console. */
  go(path: string): Promise<void>;
}

/** The console in a browser of its own, in English, signed in when somebody is named. */
export async function openConsole(
  browser: ReturnType<typeof useBrowser>,
  baseUrl: string,
  username?: 'admin' | 'admin-2' | 'viewer',
  options: BrowserContextOptions = {},
): Promise<Console> {
  const context = await browser.open({ locale: 'en-GB', timezoneId: 'Europe/Moscow', ...DESKTOP, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems = problemsOf(page, baseUrl);
  const go = async (path: string): Promise<void> => {
    await page.goto(`${baseUrl}/console${path}`);
  };
  await go('/');
  if (username) await fillSignIn(page, username, `${username}-demo`);
  return { page, problems, go };
}

/** Fills the form in, in whichever language it is, and waits until somebody is signed in. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('nav').first().waitFor({ state: 'attached' });
}
