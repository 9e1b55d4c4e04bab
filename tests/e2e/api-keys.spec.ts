import type { ApiKey } from '@selvedge/shared/identity/api-keys';
import { type Browser, expect, type Page } from 'playwright/test';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { ageProofs } from './age-proofs.ts';
import { expectNoViolations } from './axe.ts';
import { openAccount, openAs, openBrowser, PASSWORD, widths } from './people.ts';
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
    await keys.getByRole('button', { name: 'Make an API Key' }).press('Enter');
    const form = keys.getByRole('form', { name: 'New API key' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Price bot');
    await form.getByLabel('Name').press('Enter');
    await expect(form.getByRole('alert')).toHaveText('Choose at least one thing that the key may do');
    await form.getByRole('checkbox', { name: /^Chat/ }).press('Space');
    await form.getByLabel('Expires').selectOption('After 30 days');
    await expectNoViolations(page);
    await fitsWindow(page, width);
    await form.getByRole('button', { name: 'Make Key' }).press('Enter');
    const key = (await keys.getByText(/^selvedge_/).textContent()) ?? '';
    await expect(keys.getByRole('heading', { name: 'Your new key' })).toBeFocused();
    await expectNoViolations(page);
    await fitsWindow(page, width);
    expect(await keysOf(marlow)).toMatchObject([{ name: 'Price bot', scopes: ['chat'] }]);
    expect([await asKey(key, '/api/conversations'), await asKey(key, '/api/auth/user')]).toEqual([200, 403]);
    await keys.getByRole('button', { name: 'I Have Saved It' }).press('Enter');
    await expect(keys.getByText(key)).toBeHidden();
    await expect(keys.getByRole('listitem')).toContainText('Chat · Expires:');
    await keys.getByRole('button', { name: 'Revoke Price bot' }).press('Enter');
    await expect(keys.getByRole('listitem')).toContainText('Programs that use it stop working at once.');
    await expectNoViolations(page);
    await keys.getByRole('button', { name: 'Yes, Revoke It' }).press('Enter');
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
