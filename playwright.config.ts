import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';

// Keeps the browser from using the network. Root also needs `--no-sandbox`.
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const isRoot = process.getuid?.() === 0;
const { SELVEDGE_TEST_BROWSER = '/usr/bin/chromium', SELVEDGE_TEST_WHOLE_BROWSER = SELVEDGE_TEST_BROWSER } =
  process.env;
const launch = (executablePath: string) => ({
  launchOptions: { executablePath, args: isRoot ? ['--no-sandbox', ...ARGS] : ARGS },
});
/** The tag of tests that need what the headless shell lacks, such as pushes. */
const WHOLE_BROWSER = /@whole-browser/;

export default defineConfig({
  testDir: 'tests/e2e',
  // Less common screens and the full matrix run with `npm run test:all` or when named.
  testIgnore: process.env.SELVEDGE_TEST_DRILLS
    ? []
    : [fileURLToPath(new URL('tests/e2e/full/**', import.meta.url))],
  outputDir: 'test-results',
  // Enough for a busy machine; passing tests do not wait for these.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  // Each file starts its own server and browsers, and waits for them a third of the time.
  workers: 3,
  forbidOnly: true,
  use: {
    // An element that cannot be clicked is named in the error, instead of the whole test timing out.
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'headless', grepInvert: WHOLE_BROWSER, use: launch(SELVEDGE_TEST_BROWSER) },
    { name: 'whole', grep: WHOLE_BROWSER, use: launch(SELVEDGE_TEST_WHOLE_BROWSER) },
  ],
});
