import axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

type Scheme = 'light' | 'dark';

/** The rules that depend on a page's colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Runs in the page. Resolves when all transitions have ended; endless animations are ignored. */
export async function untilAnimationsEnd(): Promise<void> {
  for (;;) {
    const passing = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    if (passing.length === 0) return;
    await Promise.allSettled(passing.map(({ finished }) => finished));
    // Transitions that depend on a finished one start only now.
    await new Promise(requestAnimationFrame);
  }
}

/** Axe's findings on the page's current state, with all rules or only `rules`. */
export async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  // Axe stays in the document: injecting it each time would take ten times as long.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe;
    // Listing passed checks would take longer than finding the violations.
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      // Not 'cssom', which only an experimental rule reads: of a style sheet that failed to load, axe would add an
      // inline copy, which the page's policy refuses with an error.
      preload: { assets: ['media'] },
      ...(only && { runOnly: only }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, rules);
}

/** Like `runAxe`, after all animations. */
export async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // During fades, colours are intermediate.
  await page.evaluate(untilAnimationsEnd);
  return runAxe(page, rules);
}

/** Shows the page in another colour scheme. */
export async function recolour(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  // As the page does before its first paint.
  await page.evaluate((name) => {
    document.documentElement.className = name;
  }, scheme);
}

/**
 * Like `violationsOn`; with all tests, or when the file is named, in both colour schemes. Restores the scheme of the
 * page.
 */
export async function violationsInBoth(page: Page, scheme: Scheme): Promise<string[]> {
  const here = await violationsOn(page);
  if (!process.env.SELVEDGE_TEST_DRILLS) return here;
  await recolour(page, scheme === 'light' ? 'dark' : 'light');
  const there = await violationsOn(page, COLOUR_RULES);
  await recolour(page, scheme);
  return [...here, ...there];
}

export async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOn(page), 'axe').toEqual([]);
}
