import { test as base, expect } from 'playwright/test';
import { browserErrors } from './browser-errors.ts';

/** The runner's `test`, which also fails on unexpected errors of any watched browser. */
export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from it which fixtures are asked for.
    async ({}, use) => {
      await use(undefined);
      expect(browserErrors.splice(0), 'what went wrong unseen').toEqual([]);
    },
    { auto: true },
  ],
});

/** A test of a less common screen: it exists only with all tests, or when its file is named. */
export const testInFull: (title: string, body: Parameters<typeof test>[2]) => void = process.env
  .SELVEDGE_TEST_DRILLS
  ? test
  : () => undefined;
