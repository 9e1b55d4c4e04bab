import type { SavedSearch } from '@selvedge/shared/items/saved-searches';
import { type Browser, expect, type Page } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { expectNoViolations } from './axe.ts';
import { doubleClick } from './double-click.ts';
import { chooseFromMenu, openAs, openBrowser, pressEnter, signIn, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

async function open(browser: Browser, width = 1280) {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const { page } = await openBrowser(browser, product.url, width);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return { seller, buyer, page };
}

const searchesOf = (member: SignedUp) => member.call<SavedSearch[]>('GET', '/api/saved-searches');
const save = (member: SignedUp, query: string, name: string) =>
  member.call<SavedSearch>('POST', '/api/saved-searches', { query, name, alerts: 'instant' });
const rows = (page: Page) => page.getByRole('list', { name: 'Saved searches' }).getByRole('listitem');
const fitsWindow = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

for (const width of widths(390)) {
  test(`at ${width} px, a search is saved by keyboard`, async ({ browser }) => {
    const { seller, buyer, page } = await open(browser, width);
    await seller.list(await transparentPng(60, 80), `Coat ${width}`);
    await openAs(page, buyer.email, '/?brand=kapital&category=Outerwear&maxPrice=400');
    const button = page.getByRole('button', { name: 'Save this search' });
    await expect(button).toBeVisible();
    await expectNoViolations(page);
    await pressEnter(button);
    const dialog = page.getByRole('dialog', { name: 'Save This Search' });
    await expect(dialog.getByLabel('Name')).toHaveValue('kapital · Outerwear · up to $400');
    await expect(dialog.getByText(/^In the last 30 days it would have found \d+, the newest/)).toBeVisible();
    await expectNoViolations(page);
    // At the second width, the boots of the first are for sale, too.
    await dialog.getByLabel('Leave out').fill('coat boots');
    await expect(dialog.getByText('Nothing like this was listed in the last 30 days.')).toBeVisible();
    await dialog.getByLabel('Leave out').fill('boots');
    await expect(dialog.getByText(/it would have found \d+/)).toBeVisible();
    await dialog.getByLabel('Tell me').selectOption('Once a day');
    await dialog.getByLabel('Name').press('Enter');
    await expect(page.getByText('Search saved').first()).toBeVisible();
    const query = 'brand=kapital&category=Outerwear&maxPrice=400&not=boots';
    expect(await searchesOf(buyer)).toMatchObject([{ query, alerts: 'daily' }]);
    await page.goto(`/?${query}`);
    await expect(page.getByRole('button', { name: 'Remove filter: Without boots' })).toBeVisible();
    await page.getByRole('link', { name: 'Search saved' }).click();
    await expect(rows(page)).toHaveText([/kapital · Outerwear · up to \$400/]);
    await expect(rows(page)).toContainText('nothing found yet');
    await fitsWindow(page, width);
    await expectNoViolations(page);
  });

  test(`at ${width} px, the list shows what is new`, async ({ browser }) => {
    const { seller, buyer, page } = await open(browser, width);
    await save(buyer, `seller=${seller.id}`, 'From the seller');
    await openAs(page, buyer.email, '/saved?tab=searches');
    await expect(rows(page)).toHaveCount(1);
    await seller.list(await transparentPng(60, 80), `Boots ${width}`);
    await expect(rows(page)).toContainText('1 new');
    await expect(page.getByRole('link', { name: 'Saved, new finds' })).toBeVisible();
    await pressEnter(page.getByRole('button', { name: 'Preview From the seller' }));
    await expect(page.getByText(/it would have found 1, the newest just now/)).toBeVisible();
    await expectNoViolations(page);
    await fitsWindow(page, width);
    await page.getByRole('link', { name: 'From the seller' }).click();
    await expect(page.getByRole('link', { name: new RegExp(`Boots ${width}`) })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Saved, new finds' })).toBeHidden();
    await expect.poll(async () => (await searchesOf(buyer))[0]?.newCount).toBe(0);
  });
}

test('a search is changed in the list', async ({ browser }) => {
  const { buyer, page } = await open(browser);
  await save(buyer, 'category=Tops', 'Shirts');
  await openAs(page, buyer.email);
  await chooseFromMenu(page, 'Saved');
  await page.getByRole('tab', { name: 'Searches' }).click();
  await page.getByLabel('Alerts for Shirts').selectOption('Never');
  await expect.poll(async () => (await searchesOf(buyer))[0]?.alerts).toBe('off');
  await page.getByRole('button', { name: 'Edit Shirts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Search' });
  await dialog.getByLabel('Name').fill('Tees');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Tees' })).toBeVisible();
  page.on('dialog', (question) => void question.accept());
  await page.getByRole('button', { name: 'Remove Tees' }).click();
  await expect(page.getByText('No saved searches yet.')).toBeVisible();
});

test('an empty result offers to save the search', async ({ browser }) => {
  const { buyer, page } = await open(browser, 390);
  await page.goto('/?brand=nothing+like+it');
  await expect(page.getByRole('heading', { name: 'No listings found' })).toBeVisible();
  await page.getByRole('button', { name: 'Save this search' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, buyer.email);
  const dialog = page.getByRole('dialog', { name: 'Save This Search' });
  await expect(dialog.getByText('Nothing like this was listed in the last 30 days.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Search' }).click();
  await expect(page.getByRole('link', { name: 'Search saved' })).toBeVisible();
  await expect(page).toHaveURL('/?brand=nothing+like+it');
});

test('a saved search leaves the focus at its link', async ({ browser }) => {
  const { buyer, page } = await open(browser, 390);
  await openAs(page, buyer.email, '/?category=Tops');
  await pressEnter(page.getByRole('button', { name: 'Save this search' }));
  await page.getByRole('dialog', { name: 'Save This Search' }).getByLabel('Name').press('Enter');
  await expect(page.getByRole('link', { name: 'Search saved' })).toBeFocused();
});

test('a search that can never match says so', async ({ browser }) => {
  const { seller, buyer, page } = await open(browser);
  const { id } = await save(buyer, `seller=${seller.id}`, 'Gone');
  await buyer.call('PUT', `/api/dismissals/sellers/${seller.id}`);
  await openAs(page, buyer.email, '/saved?tab=searches');
  expect(id).toBe((await searchesOf(buyer))[0]?.id);
  await page.getByRole('button', { name: 'Preview Gone' }).click();
  await expect(page.getByText('This search can never find anything.')).toBeVisible();
  await expectNoViolations(page);
});

test('a member follows a seller', async ({ browser }) => {
  const { seller, buyer, page } = await open(browser, 390);
  const { username } = await seller.call<{ username: string }>('GET', '/api/auth/user');
  // It can be pressed before the searches are known.
  await page.route('**/api/saved-searches', async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await openAs(page, buyer.email, `/profile/${username}`);
  const follow = page.getByRole('button', { name: /^Follow/ });
  await pressEnter(follow);
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
  await expectNoViolations(page);
  expect(await searchesOf(buyer)).toMatchObject([
    { name: `from ${username}`, query: `seller=${seller.id}`, alerts: 'instant' },
  ]);
  await pressEnter(follow);
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  expect(await searchesOf(buyer)).toEqual([]);
});

test('an item is hidden as not interesting', async ({ browser }) => {
  const { seller, buyer, page } = await open(browser);
  await seller.list(await transparentPng(60, 80), 'Fair coat');
  const { id } = await seller.list(await transparentPng(60, 80), 'Ugly scarf');
  await openAs(page, buyer.email, `/listing/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Not Interested', exact: true }).click();
  await expect(page.getByText('You won’t see this item again')).toBeVisible();
  await page.goto('/?sort=newest');
  await expect(page.locator('.card').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Ugly scarf/ })).toHaveCount(0);
  await page.goto('/saved?tab=searches');
  await page.getByRole('button', { name: 'Show Again: Kapital Ugly scarf' }).click();
  await expect(page.getByRole('heading', { name: 'Not interested' })).toBeHidden();
  await page.goto('/?sort=newest');
  await expect(page.getByRole('link', { name: /Ugly scarf/ })).toBeVisible();
});

test('the page names the feed of its search', async ({ browser }) => {
  const { page } = await open(browser);
  const feed = page.locator('link[rel=alternate][type="application/rss+xml"]');
  await page.goto('/');
  await expect(feed).toHaveAttribute('href', '/feed.xml');
  await page.getByRole('region', { name: 'Filters' }).getByLabel('Category').selectOption('Tops');
  await expect(feed).toHaveAttribute('href', '/feed.xml?category=Tops');
  await page.goto('/about');
  await expect(feed).toHaveAttribute('href', '/feed.xml');
});

test('a visitor who presses Follow follows after signing in', async ({ browser }) => {
  const { seller, buyer, page } = await open(browser, 390);
  const { username } = await seller.call<{ username: string }>('GET', '/api/auth/user');
  await page.goto(`/profile/${username}`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, buyer.email);
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
  await expect(page).toHaveURL(`/profile/${username}`);
  expect(await searchesOf(buyer)).toMatchObject([{ query: `seller=${seller.id}` }]);
});

test('a link alone follows nobody', async ({ browser }) => {
  const { seller, buyer, page } = await open(browser, 390);
  const { username } = await seller.call<{ username: string }>('GET', '/api/auth/user');
  await openAs(page, buyer.email, `/profile/${username}?follow=1`);
  await expect(page).toHaveURL(`/profile/${username}`);
  await page.waitForLoadState('networkidle');
  expect(await searchesOf(buyer)).toEqual([]);
});

test('a double click on Follow follows', async ({ browser }) => {
  const { seller, buyer, page } = await open(browser, 390);
  const { username } = await seller.call<{ username: string }>('GET', '/api/auth/user');
  await openAs(page, buyer.email, `/profile/${username}`);
  await page.waitForLoadState('networkidle');
  const following = page.getByRole('button', { name: 'Following' });
  await doubleClick(page.getByRole('button', { name: 'Follow', exact: true }), () =>
    expect(following).toBeVisible(),
  );
  await expect(following).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await searchesOf(buyer)).toHaveLength(1);
});

test("a seller's finds are seen on their profile", async ({ browser }) => {
  const { seller, buyer, page } = await open(browser);
  const { username } = await seller.call<{ username: string }>('GET', '/api/auth/user');
  await save(buyer, `seller=${seller.id}`, 'From the seller');
  await seller.list(await transparentPng(60, 80), 'Followed boots');
  await expect.poll(async () => (await searchesOf(buyer))[0]?.newCount).toBe(1);
  await openAs(page, buyer.email, `/profile/${username}`);
  await expect.poll(async () => (await searchesOf(buyer))[0]?.newCount).toBe(0);
  await expect(page.getByRole('link', { name: 'Saved, new finds' })).toBeHidden();
});
