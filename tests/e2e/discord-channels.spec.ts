import type { User } from '@selvedge/shared/members/users';
import { expect } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { expectNoViolations } from './axe.ts';
import { prepareWithDiscord } from './discord-product.ts';
import { openAccount, openAs, openBrowser, pressEnter, widths } from './people.ts';
import { test } from './test.ts';

const { product, addressOf, postsOf } = await prepareWithDiscord();

for (const width of widths(390)) {
  test(`at ${width} px, an admin adds a channel with filters`, async ({ browser }) => {
    const admin = await signUp(product.url, 'admin');
    const { username } = await admin.call<User>('GET', '/api/auth/user');
    await makeAdmin({ DATA_DIR: product.dataDir }, username);
    const { page } = await openBrowser(browser, product.url, width);
    await openAs(page, admin.email, '/admin?tab=instance');
    const part = page.getByRole('region', { name: 'Discord' });
    await part.getByRole('button', { name: 'Add a Channel' }).click();
    const form = part.getByRole('form', { name: 'New Discord channel' });
    await form.getByLabel('Name').fill(`Finds ${width}`);
    await form.getByLabel(/^Address/).fill('https://evil.example/api/webhooks/1/token');
    await form.getByLabel(/^Address/).press('Enter');
    await expect(form.getByRole('alert')).toHaveText('This is not an address of Discord.');
    await form.getByLabel(/^Address/).fill(addressOf(`c${width}`));
    await expect(form.getByRole('alert')).toBeHidden();
    await form.getByLabel('Posts about').selectOption('Listings');
    await form.getByLabel(/^Brand/).fill('kapital');
    const price = form.getByLabel(/^Up to a price/);
    await price.fill('cheap');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(price).toBeFocused();
    await price.fill('400');
    await expectNoViolations(page);
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(part.getByText('Listings · kapital · up to $400')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await admin.list(await transparentPng(60, 80), 'Ring coat');
    await expect.poll(() => postsOf(`c${width}`).length).toBe(1);
    const edit = part.getByRole('button', { name: `Edit Finds ${width}` });
    await pressEnter(edit);
    const editing = part.getByRole('form', { name: 'Edit Discord channel' });
    await expect(editing.getByLabel('Posts about')).toHaveValue('listing');
    await expect(editing.getByLabel(/^Up to a price/)).toHaveValue(/^400/);
    await editing.getByLabel(/^Up to a price/).fill('1e9');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing.getByLabel(/^Brand/)).toHaveValue('kapital');
    await editing.getByLabel(/^Up to a price/).fill('');
    await editing.getByLabel('Category').selectOption('Footwear');
    await expectNoViolations(page);
    await editing.getByLabel(/^Brand/).press('Enter');
    await expect(part.getByText('Listings · kapital · Footwear')).toBeVisible();
    await expect(edit).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    page.on('dialog', (asked) => void asked.accept());
    await part.getByRole('button', { name: `Remove Finds ${width}` }).click();
    await expect(part.getByRole('button', { name: `Remove Finds ${width}` })).toBeHidden();
  });
}

test('a channel of WTBs has no category', async ({ browser }) => {
  const admin = await signUp(product.url, 'admin');
  const { username } = await admin.call<User>('GET', '/api/auth/user');
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, admin.email, '/admin?tab=instance');
  const part = page.getByRole('region', { name: 'Discord' });
  await part.getByRole('button', { name: 'Add a Channel' }).click();
  await part.getByLabel('Name').fill('Wishes');
  await part.getByLabel(/^Address/).fill(addressOf('wtb'));
  await part.getByLabel('Category').selectOption('Footwear');
  await part.getByLabel('Posts about').selectOption('WTBs');
  await expect(part.getByLabel('Category')).toBeHidden();
  await part.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(part.getByText('WTBs', { exact: true })).toBeVisible();
  await admin.call('POST', '/api/wtb-listings', {
    ...{ title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' },
  });
  await expect.poll(() => postsOf('wtb').length).toBe(1);
});

test('a member adds a channel for their alerts', async ({ browser }) => {
  const member = await signUp(product.url, 'buyer');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, member.email, '/');
  await openAccount(page, 'Account');
  const part = page.getByRole('region', { name: 'Discord' });
  await part.getByRole('button', { name: 'Add a Channel' }).click();
  await part.getByLabel(/^Address/).fill(addressOf('own'));
  await part.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(part.getByText('What your saved searches find', { exact: true })).toBeVisible();
  await expect(part.getByRole('button', { name: 'Add a Channel' })).toBeHidden();
  await expect(part.getByText('You have a channel. Remove it to add another.')).toBeVisible();
});
