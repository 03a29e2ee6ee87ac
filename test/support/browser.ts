import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A headless browser for a test file; it ends with the file. */
export function useBrowser(): { open: Browser['newContext'] } {
  let browser: Browser;
  beforeAll(async () => {
    const args = chromium.args.filter((arg) => arg !== '--single-process'); // one that closes would take the others with it
    browser = await playwright.launch({ args, executablePath: await chromium.executablePath(), headless: true });
  }, 120_000);
  afterAll(() => browser?.close());
  return { open: (options) => browser.newContext(options) };
}
