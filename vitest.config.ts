import { defineConfig } from 'vitest/config';
import { PROMISES } from './scripts/promises.ts';

// These replace a module, or measure the memory of their process.
const NEEDS_OWN_PROCESS = ['client-address', 'slow-reader'].map((name) => `tests/realtime/${name}.test.ts`);
// Drills take up to minutes each; they run with `npm run test:all` or when named.
const OTHERS = [
  'shared',
  'scripts',
  'web',
  ...(process.env.SELVEDGE_TEST_DRILLS ? ['drills'] : []),
  ...(process.env.SELVEDGE_TEST_FAULTS ? ['faults'] : []),
].map((folder) => `tests/${folder}/**/*.test.ts`);
export default defineConfig({
  test: {
    tags: PROMISES.flatMap(({ promises }) => promises).map(({ id, promise }) => ({
      name: id,
      description: promise,
    })),
    setupFiles: ['tests/support/servers/set-up.ts'],
    // A leftover `.only` would skip all other tests.
    allowOnly: false,
    // These stop tests that hang; they must not fail tests on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The test set-up gives `vi.waitFor` and `vi.waitUntil` the same timeout.
    expect: { poll: { timeout: 60_000 } },
    // A file spends half of its time waiting, for example for servers to start or for a connection to be
    // detected as dead.
    maxWorkers: 5,
    // Projects run in the order of their names: the drills, which are slow, start first, so that none runs
    // alone at the end.
    projects: [
      {
        extends: true,
        test: { name: 'isolated', include: [...OTHERS, ...NEEDS_OWN_PROCESS] },
      },
      // Files that run one after another in one process load the server once; each creates its own instance
      // of it.
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['tests/{server,realtime}/**/*.test.ts'],
          exclude: NEEDS_OWN_PROCESS,
          isolate: false,
        },
      },
    ],
  },
});
