import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { signUp } from '../support/people/account.ts';
import { addListing, addMember } from '../support/people/market.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { expectNoViolations } from './axe.ts';
import { openAs, openBrowser } from './people.ts';
import { test } from './test.ts';

const dir = makeTempDir();
let product: Awaited<ReturnType<typeof startProduct>>;

test.beforeAll(async () => {
  const db = await openDatabase(`file:${join(dir.path, 'selvedge.db')}`, createLog('error'));
  const { id } = await addMember(db, 'marlow');
  for (const brand of ['Balenciaga', 'Balenciaga', 'Rick Owens', 'Maison Margiela', 'Kapital']) {
    await addListing(db, id, { brand, title: `${brand} jacket` });
  }
  await db.close();
  product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
  });
});
test.afterAll(async () => {
  await product.stop();
  dir.remove();
});

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search by brand' });

for (const width of [390, 1280]) {
  test(`the search field suggests at ${width} pixels`, async ({ browser }) => {
    const { page } = await openBrowser(browser, product.url, width);
    await page.goto('/');
    const field = searchField(page);
    await field.pressSequentially('bal');
    const options = page.getByRole('listbox', { name: 'Suggestions' });
    await expect(options.getByRole('option')).toHaveText(['Balenciaga2 items', 'Search titles for “bal”']);
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await expectNoViolations(page);
    await field.press('ArrowDown');
    const first = options.getByRole('option').first();
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
    await field.press('Escape');
    await expect(options).toBeHidden();
    await expect(field).toHaveValue('bal');
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await field.press('Enter');
    await expect(page).toHaveURL('/?brand=Balenciaga');
    await expect(page.getByRole('heading', { name: 'Search results for “Balenciaga”' })).toBeVisible();

    await field.fill('jacket');
    await page.getByRole('option', { name: 'Search titles for “jacket”' }).click();
    await expect(page).toHaveURL('/?q=jacket');
    await expect(page.getByText('5 items')).toBeVisible();
    await expect(field).toHaveValue('jacket');
    await page.goBack();
    await expect(page).toHaveURL('/?brand=Balenciaga');
  });
}

test('Enter searches for what is typed', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await page.goto('/?q=jacket');
  await searchField(page).fill('kapital');
  await expect(page.getByRole('option', { name: /^Kapital/ })).toBeVisible();
  await searchField(page).press('Enter');
  await expect(page).toHaveURL('/?brand=kapital');
  await expect(page.getByRole('listbox')).toBeHidden();
});

test('a misspelled brand shows the nearest', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await page.goto('/?brand=balenciage');
  await expect(page.getByRole('heading', { name: 'Search results for “balenciage”' })).toBeVisible();
  await expect(page.getByText('No results for "balenciage". Showing Balenciaga (2)')).toBeVisible();
  await expect(page.locator('a.card')).toHaveCount(2);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Search instead for "balenciage"' }).click();
  await expect(page.getByRole('heading', { name: 'No listings found' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear Search', exact: true })).toBeVisible();
});

test('a misspelled word among several is corrected', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await page.goto('/?q=margeila+jakcet');
  await expect(page.getByText('No results for "margeila jakcet". Showing margiela jacket (1)')).toBeVisible();
  await expect(page.locator('a.card')).toHaveCount(1);
  await expectNoViolations(page);
});

test('an empty result offers to drop a filter', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await page.goto('/?q=jacket&category=Tops&size=L');
  await expect(page.getByRole('heading', { name: 'No listings found' })).toBeVisible();
  await page.getByRole('button', { name: '5 without "Tops"' }).click();
  await expect(page).toHaveURL('/?q=jacket&size=L');
  await expect(page.locator('a.card')).toHaveCount(5);
});

test('an empty search fills in a WTB', async ({ browser }) => {
  const { email } = await signUp(product.url);
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, email);
  await page.goto('/?brand=Nosuchbrand&size=M&maxPrice=200');
  await page.getByRole('button', { name: 'Create a WTB for “Nosuchbrand”' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Brand')).toHaveValue('Nosuchbrand');
  await expect(form.getByLabel('Size')).toHaveValue('M');
  await expect(form.getByLabel('Maximum Budget')).toHaveValue('200');
});

test('the sizes of the result are offered in groups', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await page.goto('/');
  const filters = page.getByRole('region', { name: 'Filters' });
  const size = filters.getByRole('combobox', { name: 'Size' });
  await size.click();
  const letters = page.getByRole('listbox', { name: 'Sizes' }).getByRole('group', { name: 'Letters' });
  await expect(letters.getByRole('option')).toHaveText(['L5']);
  await letters.getByRole('option').click();
  await expect(letters.getByRole('option')).toHaveAttribute('aria-selected', 'true');
  await expectNoViolations(page);
  await size.fill('xl');
  await size.press('Enter');
  await expect(page).toHaveURL('/?size=L&size=xl');
  await expect(page.locator('a.card')).toHaveCount(5);
  await filters.getByRole('button', { name: 'Remove filter: Size L' }).click();
  await expect(page).toHaveURL('/?size=xl');
});

test('the Brand field completes names', async ({ browser }) => {
  const { email } = await signUp(product.url);
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, email);
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Listing' });
  const brand = dialog.getByLabel('Brand');
  await brand.pressSequentially('maison martin margiela');
  await dialog.getByRole('option', { name: 'Maison Margiela' }).click();
  await expect(brand).toHaveValue('Maison Margiela');
  await brand.fill('Maison Mine');
  await brand.press('Tab');
  await expect(brand).toHaveValue('Maison Mine');
  await expect(dialog.getByRole('listbox')).toBeHidden();
});
