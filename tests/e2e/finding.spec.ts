import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { fillMarket } from '../support/data/full-market.ts';
import { signUp } from '../support/people/account.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { expectNoViolations } from './axe.ts';
import { keyboard } from './input-device.ts';
import { openAs, openBrowser } from './people.ts';
import { test } from './test.ts';

const dir = makeTempDir();
let product: Awaited<ReturnType<typeof startProduct>>;

test.beforeAll(async () => {
  const db = await openDatabase(`file:${join(dir.path, 'selvedge.db')}`, createLog('error'));
  await fillMarket(db, 800);
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

const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const prices = async (page: Page) =>
  (await page.locator('.card .price').allTextContents()).map((text) => Number(text.replace(/[$,]/g, '')));
/** The URL of the card nearest to the middle of the window; null while no card is visible. */
const visibleCard = (page: Page) =>
  page.evaluate(() => {
    const distanceOf = (card: Element) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      return Math.hypot((left + right - innerWidth) / 2, (top + bottom - innerHeight) / 2);
    };
    const [nearest] = [...document.querySelectorAll('a.card')]
      .map((card) => ({ away: distanceOf(card), href: card.getAttribute('href') }))
      .sort((a, b) => a.away - b.away);
    return nearest && nearest.away < innerHeight / 2 ? nearest.href : null;
  });
/** Resolves when the page has not scrolled for some frames. */
const untilScrollEnds = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let [place, frames] = [scrollY, 0];
        const check = () => {
          frames = scrollY === place ? frames + 1 : 0;
          place = scrollY;
          if (frames === 10) resolve();
          else requestAnimationFrame(check);
        };
        check();
      }),
  );

test('Back returns a visitor to the same place', async ({ browser }) => {
  // Thousands of cards are rendered while scrolling down.
  test.slow();
  const { page } = await openBrowser(browser, product.url);
  await page.goto('/');
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByLabel('Category').selectOption('Tops');
  await filters.getByRole('combobox', { name: 'Size' }).fill('m');
  await filters.getByRole('combobox', { name: 'Size' }).press('Enter');
  const chips = filters.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('button', { name: 'Remove filter: Size M' })).toBeVisible();
  expect(queryOf(page)).toEqual({ category: 'Tops', size: 'm' });
  await expect(page.locator('.card').first()).toContainText('M · ');
  await expect(page.getByText(/^\d+ items$/)).toBeVisible();
  await page.goBack();
  await expect(filters.getByRole('combobox', { name: 'Size' })).toHaveValue('');
  await chips.getByRole('button', { name: 'Remove filter: Tops' }).click();
  await expect(chips).toBeHidden();

  await filters.getByLabel('Price to').fill('1,500x');
  await filters.getByLabel('Sort by').selectOption('Price, low to high');
  // The check box must respond immediately, even during rendering: `check` verifies it right after the click.
  await filters.getByLabel('Hide sold').check();
  await expect(page).toHaveURL('/?maxPrice=1500&sold=false&sort=price-asc');
  // The list matches its URL.
  await expect(async () => {
    const shown = await prices(page);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(shown.filter((price) => price <= 1_500).sort((a, b) => a - b));
  }).toPass();
  await expect(page.locator('.card.is-sold')).toHaveCount(0);

  // Scroll so far down that the grid renders only the cards near the viewport.
  await page.mouse.move(640, 600);
  await expect(async () => {
    await page.mouse.wheel(0, 2_500);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(20_000);
  }).toPass({ intervals: [100] });
  // The wheel scrolls smoothly: a card located too early would move before the click.
  await untilScrollEnds(page);
  await expect.poll(() => visibleCard(page)).not.toBeNull();
  const seen = await visibleCard(page);
  const opened = page.context().waitForEvent('page');
  await page.locator(`a.card[href="${seen}"]`).click();
  await (await opened).close();
  expect(await visibleCard(page)).toBe(seen);

  await page.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'About Selvedge' })).toBeVisible();
  await page.goBack();
  await expect(filters.getByLabel('Sort by')).toHaveValue('price-asc');
  await expect(filters.getByLabel('Hide sold')).toBeChecked();
  await expect(page.locator(`a.card[href="${seen}"]`)).toBeInViewport();

  await page.getByRole('combobox', { name: 'Search by brand' }).fill('nobody makes this');
  await page.getByRole('combobox', { name: 'Search by brand' }).press('Enter');
  await expect(page.getByText('No listings found')).toBeVisible();
  expect(queryOf(page)).toMatchObject({ brand: 'nobody makes this', sort: 'price-asc' });
  await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'All Listings' })).toBeVisible();
});

test('a page emptied by filters offers to clear them', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await page.goto('/?minPrice=9999999');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/');
});

test('on a phone the filters are a sheet', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url, 390);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/?brand=kapital');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Condition').selectOption('Used');
  await sheet.getByLabel('Price from').fill('900');
  await sheet.getByLabel('Price to').fill('100');
  expect(queryOf(page)).toEqual({ brand: 'kapital' });
  await expectNoViolations(page);
  await sheet.getByRole('button', { name: 'Show Items' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove filter: $100 to $900' })).toBeVisible();
  expect(queryOf(page)).toEqual({
    brand: 'kapital',
    condition: 'Used',
    minPrice: '100',
    maxPrice: '900',
  });
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.goBack();
  expect(queryOf(page)).toEqual({ brand: 'kapital' });
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
});

test('by keyboard, Sell Item comes before the endless cards', async ({ browser }) => {
  const { email } = await signUp(product.url);
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, email);
  await expect(page.locator('.card').first()).toBeVisible();
  await keyboard(page).press(page.getByRole('button', { name: 'Sell Item' }));
  await expect(page.getByRole('dialog', { name: 'Create Listing' })).toBeVisible();
});
