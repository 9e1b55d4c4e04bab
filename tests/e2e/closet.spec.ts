import type { Listing } from '@selvedge/shared/items/listings';
import { unzipSync } from 'fflate';
import { type Browser, expect, type Page } from 'playwright/test';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { goodCloset, zipOf } from '../support/people/closet.ts';
import { expectNoViolations, recolour } from './axe.ts';
import { chooseFromMenu, openAs, openBrowser, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';
import { translatePage } from './translate.ts';

const product = prepareProduct();

async function open(browser: Browser, width = 1280) {
  const member = await signUp(product.url, 'seller');
  const { page } = await openBrowser(browser, product.url, width);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return { member, page };
}

/** Three rows whose columns need a hand: one has no photo, and none a category. */
async function oddCloset(): Promise<Uint8Array> {
  const { photos } = await goodCloset(2);
  const lines = [
    'What;Maker;Size;Condition;Price;Photos',
    'Ring coat;Kapital;L;Used;1.234,50;coat-1-1.jpg',
    'Parka;Visvim;M;Like new;99,90;coat-2-1.jpg',
    'Boots;Guidi;42;Used;300;boots.jpg',
  ];
  return zipOf(lines.join('\n'), photos);
}

const choose = (page: Page, file: Uint8Array, name = 'closet.zip') =>
  page
    .getByLabel('Choose a file')
    .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(file) });
const rows = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');
const post = (page: Page, count: number) =>
  page.getByRole('button', { name: count === 1 ? 'Post 1 Listing' : `Post ${count} Listings` });
const listingsOf = async (member: SignedUp) =>
  member.call<Listing[]>('GET', `/api/listings?seller=${member.id}`);
const fitsWindow = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

for (const width of widths(390)) {
  test(`at ${width} px, a closet is brought in`, async ({ browser }) => {
    const { member, page } = await open(browser, width);
    await openAs(page, member.email, '/closet');
    await expectNoViolations(page);
    await choose(page, await oddCloset());
    const preview = rows(page, 'Rows of the file');
    await expect(preview).toHaveCount(3);
    await expect(preview.first()).toContainText('$1,234.50');
    await expect(preview.first()).toContainText('Title is required');
    await expect(page.getByRole('button', { name: 'Post 0 Listings' })).toBeDisabled();
    await page.getByLabel('Title', { exact: true }).selectOption('What');
    await page.getByLabel('Brand', { exact: true }).selectOption('Maker');
    await page.getByLabel('Category', { exact: true }).selectOption('The same for all rows');
    await page.getByLabel('Category of all rows').selectOption('Outerwear');
    await expect(page.getByText('2 of 3 rows can be posted. Nothing is stored yet.')).toBeVisible();
    await expect(preview.nth(2)).toContainText('Put “boots.jpg” into a ZIP with the CSV.');
    await fitsWindow(page, width);
    await expectNoViolations(page);
    await recolour(page, 'dark');
    await expectNoViolations(page);
    await recolour(page, 'light');
    await page.getByText('Only problems').click();
    await expect(preview).toHaveCount(1);
    expect(await listingsOf(member)).toEqual([]);
    await post(page, 2).press('Enter');
    await expect(page.getByText('Done: 2 of 2 posted')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('heading', { name: 'Bring in listings' })).toBeFocused();
    await expectNoViolations(page);
    await fitsWindow(page, width);
    expect((await listingsOf(member)).map(({ title, price }) => [title, price]).toSorted()).toEqual([
      ['Parka', '99.90'],
      ['Ring coat', '1234.50'],
    ]);
    await page.getByRole('link', { name: 'Ring coat' }).click();
    await expect(page.getByRole('heading', { name: 'Ring coat' })).toBeVisible();
  });
}

test('a refused file loses nothing that was matched', async ({ browser }) => {
  const { member, page } = await open(browser);
  await openAs(page, member.email, '/closet');
  await choose(page, await oddCloset());
  await page.getByLabel('Brand', { exact: true }).selectOption('Maker');
  await choose(page, new TextEncoder().encode('no table'), 'notes.txt');
  await expect(page.getByRole('alert')).toHaveText(
    'The first row must name the columns, with commas, semicolons or tabs between them.',
  );
  await expect(page.getByLabel('Brand', { exact: true })).toHaveValue('1');
  await expect(rows(page, 'Rows of the file')).toHaveCount(3);
});

test('a translated page brings in a closet', async ({ browser }) => {
  const { member, page } = await open(browser, 390);
  await page.addInitScript(translatePage);
  await openAs(page, member.email, '/closet');
  const { csv, photos } = await goodCloset(2);
  await choose(page, zipOf(csv, photos));
  await expect(rows(page, 'Rows of the file')).toHaveCount(2);
  await page.getByLabel('Price', { exact: true }).selectOption('The same for all rows');
  await page.getByLabel('Price of all rows').fill('45');
  await expect(rows(page, 'Rows of the file').first()).toContainText('$45.00');
  await post(page, 2).click();
  await expect(rows(page, 'Rows of closet.zip').getByRole('link')).toHaveCount(2, { timeout: 30_000 });
});

test('a closet is downloaded from the settings', async ({ browser }) => {
  const { member, page } = await open(browser);
  await openAs(page, member.email);
  await chooseFromMenu(page, 'Account');
  const dialog = page.getByRole('dialog', { name: 'Account' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download My Closet' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('selvedge-closet.zip');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Object.keys(unzipSync(new Uint8Array(Buffer.concat(chunks))))).toEqual(['listings.csv', 'wtb.csv']);
  await dialog.getByRole('link', { name: 'Bring In Listings' }).click();
  await expect(page.getByRole('heading', { name: 'Bring in listings' })).toBeVisible();
  await expect(dialog).toBeHidden();
});
