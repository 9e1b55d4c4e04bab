import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Listing } from '@selvedge/shared/items/listings';
import { unzipSync } from 'fflate';
import { type Browser, expect, type Page } from 'playwright/test';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { goodCloset, zipOf } from '../support/people/closet.ts';
import { expectNoViolations, recolour } from './axe.ts';
import { chooseFromMenu, openAs, openBrowser, pressEnter, widths } from './people.ts';
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
    await pressEnter(post(page, 2));
    await expect(page.getByText('Done: 2 of 2 posted')).toBeVisible();
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

const table = (title: string) =>
  new TextEncoder().encode(`title,brand,category,size,condition,price\n${title},Kapital,Outerwear,L,Used,5`);

test('the file chosen last is shown', async ({ browser }) => {
  const { member, page } = await open(browser);
  await openAs(page, member.email, '/closet');
  let answer = () => {};
  const isAnswered = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(
    '**/api/closet/preview',
    async (route) => {
      await isAnswered;
      // The page no longer waits for it.
      await route.continue().catch(() => {});
    },
    { times: 1 },
  );
  await choose(page, table('Slow coat'), 'slow.csv');
  await expect(page.getByText('slow.csv')).toBeVisible();
  await choose(page, table('Quick coat'), 'quick.csv');
  await expect(rows(page, 'Rows of the file')).toContainText('Quick coat');
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page.getByText('quick.csv')).toBeVisible();
  await expect(rows(page, 'Rows of the file')).toContainText('Quick coat');
  await expect(page.getByRole('progressbar')).toBeHidden();
});

test('a cut upload is sent again without choosing', async ({ browser }) => {
  const { member, page } = await open(browser, 390);
  await openAs(page, member.email, '/closet');
  await page.route('**/api/closet/preview', (route) => route.abort('connectionreset'), { times: 1 });
  await choose(page, table('Ring coat'), 'cut.csv');
  await expect(page.getByRole('alert')).toHaveText('The connection was lost. Please try again.');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Send cut.csv Again' }).click();
  await expect(rows(page, 'Rows of the file')).toContainText('Ring coat');
  await expect(page.getByRole('button', { name: 'Send cut.csv Again' })).toBeHidden();
});

test('a file above the limit is not sent', async ({ browser }) => {
  const { member, page } = await open(browser, 390);
  await openAs(page, member.email, '/closet');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  const huge = join(product.dataDir, 'huge.zip');
  writeFileSync(huge, 'PK');
  truncateSync(huge, 201 * 1024 * 1024);
  await page.getByLabel('Choose a file').setInputFiles(huge);
  await expect(page.getByRole('alert')).toHaveText('File huge.zip is too large (max 200MB)');
  await expect(page.getByRole('button', { name: /^Send .* Again$/ })).toBeHidden();
  expect(sent).not.toContain('/api/closet/preview');
});

test('the preview shows all rows once no problem remains', async ({ browser }) => {
  const { member, page } = await open(browser);
  await openAs(page, member.email, '/closet');
  const { csv, photos } = await goodCloset(2);
  await choose(page, zipOf(csv.replace('brand', 'maker'), photos));
  await page.getByText('Only problems').click();
  await expect(rows(page, 'Rows of the file')).toHaveCount(2);
  await page.getByLabel('Brand', { exact: true }).selectOption('maker');
  await expect(page.getByText('No row has a problem.')).toBeVisible();
  await expectNoViolations(page);
  await pressEnter(page.getByRole('button', { name: 'Show All Rows' }));
  await expect(rows(page, 'Rows of the file')).toHaveCount(2);
});

for (const width of [390, 1280]) {
  test(`at ${width} px, long words stay within the page`, async ({ browser }) => {
    const { member, page } = await open(browser, width);
    await openAs(page, member.email, '/closet');
    const long = 'Noragicutcoverall'.repeat(20);
    const line = (price: string) => `${long},${long},${long},${long},${long},${price},${long}.jpg`;
    const csv = `title,brand,category,size,condition,price,photos,${long}\n${line('5')}\n${line('9'.repeat(60))}`;
    await choose(page, new TextEncoder().encode(csv), `${long.slice(0, 200)}.csv`);
    await expect(rows(page, 'Rows of the file')).toHaveCount(2);
    await fitsWindow(page, width);
    const titles = page.locator('.closet-title');
    for (const title of await titles.all())
      expect((await title.boundingBox())?.width).toBeGreaterThan(width / 4);
  });
}

test('each tab shows an import of any', async ({ browser }) => {
  const { member, page } = await open(browser);
  await openAs(page, member.email, '/closet');
  const other = await page.context().newPage();
  await other.goto('/closet');
  await expect(other.getByText('Choose a file or drop it here')).toBeVisible();
  const { csv, photos } = await goodCloset(2);
  const file = zipOf(csv, photos);
  await choose(page, file);
  await post(page, 2).click();
  await expect(other.getByText('Done: 2 of 2 posted')).toBeVisible();
  await choose(other, file);
  await post(other, 2).click();
  await expect(page.getByText('Done: 0 of 2 posted, 2 posted before')).toBeVisible();
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
  await expect(rows(page, 'Rows of closet.zip').getByRole('link')).toHaveCount(2);
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
