import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { expect, type Page } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { codeAt, stepAt } from '../../server/src/identity/factors/totp.ts';
import { type Discord, startDiscord } from '../support/peers/discord.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { expectNoViolations, recolour } from './axe.ts';
import { codeInMail, openAccount, openBrowser } from './people.ts';
import { test } from './test.ts';

const dir = makeTempDir();
let discord: Discord;
let product: Awaited<ReturnType<typeof startProduct>>;

test.beforeAll(async () => {
  discord = await startDiscord();
  product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: discord.env,
  });
});
test.afterAll(async () => {
  await product.stop();
  await discord.close();
  dir.remove();
});

/**
 * Adds an authenticator app for the member signed in on a page.
 * @returns a function for its code, a number of time steps from now
 */
async function addFactor(page: Page): Promise<(steps: number) => string> {
  const token = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('selvedge-auth') ?? '{}') as { access_token: string }).access_token,
  );
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async <T>(path: string, body: object): Promise<T> => {
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${product.url}/auth/v1${path}`, request);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  };
  // A sign-in with Discord does not count as a proof, and the account has no password.
  await fetch(`${product.url}/auth/v1/reauthenticate`, { headers });
  await expect.poll(() => codeInMail(dir.path, '@example.com')).toMatch(/^\d{6}$/);
  await post('/reauthenticate', { nonce: codeInMail(dir.path, '@example.com') });
  const { id, totp } = await post<{ id: string; totp: { secret: string } }>('/factors', {
    factor_type: 'totp',
  });
  const secret = decodeBase32IgnorePadding(totp.secret);
  const code = (steps: number) => codeAt(secret, stepAt(new Date()) + steps);
  const challenge = await post<{ id: string }>(`/factors/${id}/challenge`, {});
  await post(`/factors/${id}/verify`, { challenge_id: challenge.id, code: code(0) });
  return code;
}

test('a visitor signs in with Discord', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  const syncs: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/sync-discord')) syncs.push(response.status());
  });
  await page.goto('/login?next=/wtb');
  const button = page.getByRole('button', { name: 'Continue with Discord' });
  await expect(button).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await recolour(page, colorScheme);
    await expectNoViolations(page);
  }

  await button.click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('Login Failed')).toBeVisible();
  await expect(page.getByText('Failed to login with Discord. Please try again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in to Selvedge' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');

  await button.click();
  await page.getByRole('link', { name: 'Authorize' }).click();
  await expect(page.getByRole('heading', { name: 'Want to Buy' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/wtb');
  expect(await page.evaluate(() => sessionStorage.getItem('discord_sync_completed'))).toBe('true');
  // The page's scripts cannot read the refresh token.
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).toMatch(/refresh_token\\*":\\*"cookie\./);

  await page.reload();
  await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
  expect(syncs).toEqual([200]);

  // With two-step sign-in, Discord is only the first factor.
  const code = await addFactor(page);
  await page.evaluate(() => localStorage.removeItem('selvedge-auth'));
  await page.goto('/login?next=/wtb');
  await button.click();
  await page.getByRole('link', { name: 'Authorize' }).click();
  await page.getByLabel('Six-digit code').fill(code(1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Want to Buy' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();

  // Without a password, the account is deleted with its username and a mailed code.
  await openAccount(page, 'Account');
  await page.getByRole('button', { name: 'Delete My Account' }).click();
  const label = page.getByText(/^Type your username, /);
  const [, username = ''] = /username, (\S+), to/.exec((await label.textContent()) ?? '') ?? [];
  await page.getByLabel(/^Type your username/).fill(username);
  await page.getByRole('button', { name: 'Delete for Good' }).click();
  const confirming = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(confirming).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Delete for Good' })).toBeEnabled();
  await page.getByRole('button', { name: 'Delete for Good' }).click();
  const before = codeInMail(dir.path, '@example.com');
  await confirming.getByRole('button', { name: 'E-mail Me a Code' }).click();
  await expect(() => expect(codeInMail(dir.path, '@example.com')).not.toBe(before)).toPass();
  const refused: string[] = [];
  page.on('response', (response) => void (response.ok() || refused.push(response.url())));
  await confirming.getByLabel('Code from the e-mail').fill(codeInMail(dir.path, '@example.com'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your account was deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(refused).toEqual([]);
});

test('an invalid code leaves the page usable', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url, 390);
  await page.goto('/?code=made-up');
  await expect(page.getByText('Failed to login with Discord. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Discord' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});
