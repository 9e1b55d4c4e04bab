import { expect } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { startHostedProvider } from '../support/hosted-provider.ts';
import { startProduct } from '../support/product.ts';
import { makeTempDir } from '../support/temp.ts';
import { watch } from './complaints.ts';
import { linkInMail, PASSWORD, signIn } from './people.ts';
import { test } from './test.ts';

test('people sign up and in at a hosted provider, and out again', async ({ browser }) => {
  const provider = await startHostedProvider();
  const dir = makeTempDir();
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: provider.settings,
  });
  // The browser of the test has no reason to know the provider's certificate.
  const context = watch(await browser.newContext({ baseURL: product.url, ignoreHTTPSErrors: true }));
  const page = await context.newPage();
  // Nothing fails here on purpose: what the browser itself tells of requests counts, too.
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  try {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await page.getByLabel('E-mail', { exact: true }).fill('odile@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByText('Please check your email to verify your account.').first()).toBeVisible();

    await expect(() => linkInMail(provider.dataDir, 'odile@example.com')).toPass();
    await page.goto(linkInMail(provider.dataDir, 'odile@example.com'));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL(/\/login/);
    await page.goto('/login');
    await signIn(page, 'odile@example.com');
    await page.reload();
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();

    expect(provider.asked).toContain('POST /auth/v1/token');
    expect(errors).toEqual([]);
  } finally {
    await context.close();
    await product.stop();
    await provider.close();
    dir.remove();
  }
});

test('with placeholders for a provider visitors look around, and signing in says that it is not set up', async ({
  browser,
}) => {
  const dir = makeTempDir();
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { IDENTITY_URL: 'https://your_project.example', IDENTITY_KEY: 'your_key' },
  });
  const context = watch(await browser.newContext({ baseURL: product.url }));
  const page = await context.newPage();
  try {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'All Listings' })).toBeVisible();
    await page.goto('/login');
    await page.getByLabel('E-mail', { exact: true }).fill('odile@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('Sign-in is not set up here yet.').first()).toBeVisible();
  } finally {
    await context.close();
    await product.stop();
    dir.remove();
  }
});
