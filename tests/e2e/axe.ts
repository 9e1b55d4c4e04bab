import axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

type Scheme = 'light' | 'dark';

/** The rules for which it matters in which colours a page is. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Runs in the page. Resolves when nothing fades any more; what moves for ever is not waited for. */
export async function untilStill(): Promise<void> {
  for (;;) {
    const passing = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    if (passing.length === 0) return;
    await Promise.allSettled(passing.map(({ finished }) => finished));
    // What takes its colour from what has just ended begins only then.
    await new Promise(requestAnimationFrame);
  }
}

/** What axe has to say about a page as it is: all of it, or about some rules alone. */
export async function askAxe(page: Page, rules?: string[]): Promise<string[]> {
  // It stays with the document: taken in and warmed up for each question, it would take ten times as long.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe;
    // What is in order is not described one by one, which takes longer than finding what is not.
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, rules);
}

/** The same once it stands still. */
export async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // Until fading in has ended, colours are between two.
  await page.evaluate(untilStill);
  return askAxe(page, rules);
}

async function recolour(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  // As the page does it before its first paint.
  await page.evaluate((name) => {
    document.documentElement.className = name;
  }, scheme);
}

/** The same in both colour schemes; the page is left in the one that it is in. */
export async function violationsInBoth(page: Page, scheme: Scheme): Promise<string[]> {
  const here = await violationsOn(page);
  await recolour(page, scheme === 'light' ? 'dark' : 'light');
  const there = await violationsOn(page, COLOUR_RULES);
  await recolour(page, scheme);
  return [...here, ...there];
}

export async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOn(page), 'axe').toEqual([]);
}
