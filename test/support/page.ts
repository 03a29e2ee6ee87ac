import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

export const DESKTOP = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** `SCREENSHOTS=folder` keeps a picture of every page that is shown: `npm run screenshots`. */
const { SCREENSHOTS } = process.env;

/** What a page does wrong while it is shown: errors, and requests that leave its host. */
export function problemsOf(page: Page, baseUrl: string): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:')) problems.push(`left for ${request.url()}`);
  });
  return problems;
}

/** What WCAG forbids and can be seen by a program, on a page or in a part of it. */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async (part) => {
    const { axe } = globalThis as unknown as {
      axe: { run(part: string): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
    };
    return (await axe.run(part)).violations.map((v) => ({ id: v.id, at: v.nodes.map((n) => n.target.join(' ')) }));
  }, within);
  return found.map((v) => `${v.id}: ${v.at.join(', ')}`);
}

/** By how many pixels a page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') as Promise<number>;

export const hasFocus = async (part: Locator): Promise<boolean> => (await part.and(part.page().locator(':focus')).count()) === 1;

export async function picture(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}
