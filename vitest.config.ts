import { defineConfig } from 'vitest/config';

// Drills that take minutes, or a disk of their own, are no part of every run.
const OTHERS = [
  'shared',
  'realtime',
  'scripts',
  'web',
  ...(process.env.SELVEDGE_TEST_FAULTS ? ['faults'] : []),
].map((folder) => `tests/${folder}/**/*.test.ts`);
const SERVER = 'tests/server/**/*.test.ts';
/** What looks at its own process, and needs one in which nobody was before. */
const MEASURED = ['tests/server/security/fuzz.test.ts'];

export default defineConfig({
  test: {
    setupFiles: ['tests/support/set-up.ts'],
    // A test left with .only would hide all others.
    allowOnly: false,
    // These end what hangs; a machine that is busy with something else must not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Of `vi.waitFor` and `vi.waitUntil` in the set-up.
    expect: { poll: { timeout: 15_000 } },
    // Half of the time a file waits: for servers that start, for a link to be noticed as dead.
    maxWorkers: 4,
    // In the order of their names: drills of minutes begin first, so that none is waited for alone at the end.
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: [...OTHERS, ...MEASURED] },
      },
      // Files that follow each other in one process load the server once; each makes its own of it.
      {
        extends: true,
        test: { name: 'together', include: [SERVER], exclude: MEASURED, isolate: false },
      },
    ],
  },
});
