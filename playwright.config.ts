import { defineConfig } from 'playwright/test';

// What a browser on a machine without network must not try, and what root needs.
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const isRoot = process.getuid?.() === 0;
const executablePath = process.env.SELVEDGE_TEST_BROWSER ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'tests/e2e',
  // Rarer screens and the other combinations run with `npm run test:all` or when they are named.
  testIgnore: process.env.SELVEDGE_TEST_DRILLS ? [] : ['full/**'],
  outputDir: 'test-results',
  // What a machine with much else to do may need; nothing that passes waits for them.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Each file starts a server and browsers of its own. A third of the time they wait for each other.
  workers: 3,
  forbidOnly: true,
  use: {
    // What cannot be pressed is named, instead of the whole test running out of time.
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: isRoot ? ['--no-sandbox', ...ARGS] : ARGS },
  },
});
