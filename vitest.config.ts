import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Drills that take minutes, or a disk of their own, are no part of every run.
    include: process.env.SELVEDGE_TEST_FAULTS
      ? ['tests/**/*.test.ts']
      : ['tests/{shared,server,realtime,scripts,web}/**/*.test.ts'],
    setupFiles: ['tests/support/set-up.ts'],
    // A test left with .only would hide all others.
    allowOnly: false,
    // These end what hangs; a machine that is busy with something else must not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Half of the time a file waits: for servers that start, for a link to be noticed as dead.
    maxWorkers: 4,
  },
});
