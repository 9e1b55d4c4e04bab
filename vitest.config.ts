import { defineConfig } from 'vitest/config';

// Drills, which take up to minutes each, run with `npm run test:all` or when they are named.
const OTHERS = [
  'shared',
  'realtime',
  'scripts',
  'web',
  ...(process.env.SELVEDGE_TEST_DRILLS ? ['drills'] : []),
  ...(process.env.SELVEDGE_TEST_FAULTS ? ['faults'] : []),
].map((folder) => `tests/${folder}/**/*.test.ts`);
const SERVER = 'tests/server/**/*.test.ts';
export default defineConfig({
  test: {
    setupFiles: ['tests/support/servers/set-up.ts'],
    // A test left with .only would hide all others.
    allowOnly: false,
    // These end what hangs; a machine that is busy with something else must not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Of `vi.waitFor` and `vi.waitUntil` in the set-up.
    expect: { poll: { timeout: 15_000 } },
    // Half of the time a file waits: for servers that start, for a link to be noticed as dead.
    maxWorkers: 4,
    // In the order of their names: the slow live tests begin first, so that none is waited for alone at the end.
    projects: [
      {
        extends: true,
        test: { name: 'isolated', include: OTHERS },
      },
      // Files that follow each other in one process load the server once; each makes its own of it.
      {
        extends: true,
        test: { name: 'shared process', include: [SERVER], isolate: false },
      },
    ],
  },
});
