import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{shared,server,realtime,web}/**/*.test.ts'],
    setupFiles: ['tests/support/set-up.ts'],
    // A test left with .only would hide all others.
    allowOnly: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Files use real servers and both engines; more at once than cores only slows them.
    maxWorkers: 2,
  },
});
