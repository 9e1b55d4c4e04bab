import type { ApiKey } from '@selvedge/shared/identity/api-keys';
import { type Browser, expect, type Page } from 'playwright/test';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { ageProofs } from './age-proofs.ts';
import { expectNoViolations } from './axe.ts';
import { doubleClick } from './double-click.ts';
import { openAccount, openAs, openBrowser, PASSWORD, pressEnter, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

async function open(browser: Browser, width = 1280) {
  const marlow = await signUp(product.url, 'marlow');
  const { page } = await openBrowser(browser, product.url, width);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(page, marlow.email);
  await openAccount(page, 'Account');
  return { marlow, page, keys: page.getByRole('region', { name: 'API keys' }) };
}

const keysOf = (member: SignedUp) => member.call<ApiKey[]>('GET', '/api/keys');
const asKey = async (key: string, path: string) =>
  (await fetch(product.url + path, { headers: { authorization: `Bearer ${key}` } })).status;
const fitsWindow = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

for (const width of widths(390)) {
  test(`at ${width} px, a key is made by keyboard`, async ({ browser }) => {
    const { marlow, page, keys } = await open(browser, width);
    await pressEnter(keys.getByRole('button', { name: 'Make an API Key' }));
    const form = keys.getByRole('form', { name: 'New API key' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Price bot');
    await form.getByLabel('Name').press('Enter');
    await expect(form.getByRole('alert')).toHaveText('Choose at least one thing that the key may do');
    await form.getByRole('checkbox', { name: /^Chat/ }).press('Space');
    await form.getByLabel('Expires').selectOption('After 30 days');
    await expectNoViolations(page);
    await fitsWindow(page, width);
    await pressEnter(form.getByRole('button', { name: 'Make Key' }));
    const key = (await keys.getByText(/^selvedge_/).textContent()) ?? '';
    await expect(keys.getByRole('heading', { name: 'Your new key' })).toBeFocused();
    await expectNoViolations(page);
    await fitsWindow(page, width);
    expect(await keysOf(marlow)).toMatchObject([{ name: 'Price bot', scopes: ['chat'] }]);
    expect([await asKey(key, '/api/conversations'), await asKey(key, '/api/auth/user')]).toEqual([200, 403]);
    await pressEnter(keys.getByRole('button', { name: 'I Have Saved It' }));
    await expect(keys.getByText(key)).toBeHidden();
    await expect(keys.getByRole('listitem')).toContainText('Chat · Expires:');
    await pressEnter(keys.getByRole('button', { name: 'Revoke Price bot' }));
    await expect(keys.getByRole('listitem')).toContainText('Programs that use it stop working at once.');
    await expectNoViolations(page);
    await pressEnter(keys.getByRole('button', { name: 'Yes, Revoke It' }));
    await expect(page.getByText('API key revoked')).toBeVisible();
    expect([await asKey(key, '/api/conversations'), await keysOf(marlow)]).toEqual([401, []]);
  });
}

test('making a key asks for the password again', async ({ browser }) => {
  const { page, keys, marlow } = await open(browser, 390);
  ageProofs(product.dataDir);
  await keys.getByRole('button', { name: 'Make an API Key' }).click();
  await keys.getByLabel('Name').fill('Price bot');
  await keys.getByRole('checkbox', { name: /^Read/ }).check();
  await keys.getByRole('button', { name: 'Make Key' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByLabel('Password').fill(PASSWORD);
  await proof.getByLabel('Password').press('Enter');
  await expect(keys.getByText(/^selvedge_/)).toBeVisible();
  expect(await keysOf(marlow)).toHaveLength(1);
});

/** The keys in the settings of a member who has made some. */
async function openWith(browser: Browser, count: number, width = 390) {
  const marlow = await signUp(product.url, 'marlow');
  for (let i = 1; i <= count; i += 1)
    await marlow.call('POST', '/api/keys', { name: `Bot ${i}`, scopes: ['read'], days: 30 });
  const { page } = await openBrowser(browser, product.url, width);
  await openAs(page, marlow.email);
  await openAccount(page, 'Account');
  return { marlow, page, keys: page.getByRole('region', { name: 'API keys' }) };
}

test('a slow double press revokes no key', async ({ browser }) => {
  const { marlow, page, keys } = await openWith(browser, 1);
  const button = keys.getByRole('button', { name: 'Revoke Bot 1' });
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const yes = keys.getByRole('button', { name: 'Yes, Revoke It' });
  await doubleClick(button, () => expect(yes).toBeVisible(), { apartMs: 450, x: 20 });
  await page.waitForLoadState('networkidle');
  expect(await keysOf(marlow)).toHaveLength(1);
  await expect(yes).toBeVisible();
});

test('the question about a key takes the focus', async ({ browser }) => {
  const { page, keys } = await openWith(browser, 1);
  await pressEnter(keys.getByRole('button', { name: 'Revoke Bot 1' }));
  await expect(keys.getByRole('button', { name: 'Keep It' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(keys.getByRole('button', { name: 'Revoke Bot 1' })).toBeFocused();
  await page.keyboard.press('Enter');
  await pressEnter(keys.getByRole('button', { name: 'Yes, Revoke It' }));
  await expect(keys.getByRole('listitem')).toHaveCount(0);
  await expect(keys).toBeFocused();
});

test('a key whose answer was lost is listed', async ({ browser }) => {
  const { page, keys } = await openWith(browser, 0);
  await page.route('**/api/keys', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await keys.getByRole('button', { name: 'Make an API Key' }).click();
  await keys.getByLabel('Name').fill('Lost bot');
  await keys.getByRole('checkbox', { name: /^Read/ }).check();
  await keys.getByRole('button', { name: 'Make Key' }).click();
  await expect(keys.getByRole('listitem')).toContainText('Lost bot');
});

test('the notice of a key leads to the keys', async ({ browser }) => {
  const { page, keys } = await openWith(browser, 1);
  await page.goto('/updates');
  await page.getByRole('link', { name: /An API key was made/ }).click();
  await expect(keys).toBeFocused();
  await expect(keys.getByRole('listitem')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(page).toHaveURL('/updates');
});

test('a finger hits every button of the settings', async ({ browser }) => {
  const { page, keys } = await openWith(browser, 1);
  await keys.getByRole('button', { name: 'Make an API Key' }).click();
  const settings = page.getByRole('dialog', { name: 'Account' });
  for (const tab of ['Account', 'Two-step']) {
    await settings.getByRole('tab', { name: tab }).click();
    await expect(settings.getByRole('tabpanel', { name: tab })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const button of await settings.getByRole('tabpanel', { name: tab }).getByRole('button').all()) {
      const name = await button.textContent();
      expect((await button.boundingBox())?.height, name ?? '').toBeGreaterThanOrEqual(44);
    }
  }
});
