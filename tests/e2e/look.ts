import { expect, type Page } from 'playwright/test';
import { recolour, violationsInBoth } from './axe.ts';

/**
 * Checks a screen: axe finds nothing in either colour scheme, and nothing has to be scrolled sideways. With
 * SELVEDGE_TEST_SHOTS, the beginning of files' paths, it also photographs the screen in both.
 */
export async function look(page: Page, name: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const scheme = isDark ? 'dark' : 'light';
  const width = page.viewportSize()?.width;
  expect(await violationsInBoth(page, scheme), `axe on ${name}`).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `width of ${name}`).toBe(width);
  const start = process.env.SELVEDGE_TEST_SHOTS;
  if (!start) return;
  for (const one of ['light', 'dark'] as const) {
    await recolour(page, one);
    await page.screenshot({ path: `${start}-${name}-${width}-${one}.png`, fullPage: true });
  }
  await recolour(page, scheme);
}
