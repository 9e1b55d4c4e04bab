import { expect, type Page } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { holdRequests } from './chat-world.ts';
import { openAs, openBrowser, PASSWORD, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

// Every control answers its first press: before the page's scripts, while they load, and after them.

const product = prepareProduct();

/** A page of every route of `web/src/app/pages.tsx`; what it names must exist. */
async function pagesOf(member: Awaited<ReturnType<typeof signUp>>): Promise<string[]> {
  const listing = await member.list(await phonePhoto(), 'Ring coat');
  const wish = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
  const { id } = await member.call<{ id: string }>('POST', '/api/wtb-listings', wish);
  const profile = `/profile/${listing.seller.username}`;
  const pages = [
    '/',
    '/about',
    '/login',
    '/reset-password',
    '/verify',
    '/wtb',
    `/wtb/${id}`,
    '/nothing-here',
  ];
  return [...pages, profile, `/listing/${listing.id}`];
}

/** Runs in the page. Marks all controls and what they consist of. @returns how many elements those are */
const markControls = () => {
  for (const one of document.querySelectorAll('a, button, input, select, textarea, summary, [role=tab]')) {
    for (const part of [one, ...one.querySelectorAll('*')]) part.classList.add('was-here');
  }
  return document.querySelectorAll('.was-here').length;
};
const countLeft = (page: Page) => page.locator('.was-here').count();

test('the first press replaces nothing that could be pressed', async ({ browser }) => {
  const member = await signUp(product.url, 'presser');
  const pages = await pagesOf(member);
  for (const width of widths(390)) {
    for (const path of pages) {
      const { page } = await openBrowser(browser, product.url, width);
      await page.goto(path);
      await expect(page.locator('h1, h2').last()).toBeVisible();
      await expect(page.locator('.first')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      const count = await page.evaluate(markControls);
      expect(count, path).toBeGreaterThan(0);
      // On the heading: also of a dialog, which a press beside it would close.
      await page.locator('h1, h2').last().hover();
      await page.mouse.down();
      await page.waitForLoadState('networkidle');
      await expect
        .poll(() => page.evaluate(() => document.querySelector('[id*="toast-group"]') !== null))
        .toBe(true);
      expect(await countLeft(page), path).toBe(count);
      await page.mouse.up();
      await page.context().close();
    }
  }
});

test('a visitor who presses the logo first arrives home', async ({ browser }) => {
  for (const width of widths(1280)) {
    const { page } = await openBrowser(browser, product.url, width);
    await page.goto('/about');
    await expect(page.locator('.first')).toHaveCount(0);
    await page.getByRole('link', { name: 'Selvedge, home' }).click({ delay: 300 });
    await expect(page.getByRole('heading', { name: /All Listings/ })).toBeVisible();
  }
});

test('links painted before the scripts can be pressed', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/about', { waitUntil: 'commit' });
  const logo = page.locator('.first').getByRole('link', { name: 'Selvedge, home' });
  await logo.hover();
  await page.mouse.down();
  release();
  await page.waitForResponse(/\/assets\/index-.*\.js$/);
  // Longer than the start takes.
  await page.waitForTimeout(1_000);
  await expect(logo).toBeVisible();
  await page.mouse.up();
  await page.waitForURL('/');
  await expect(page.getByRole('heading', { name: /All Listings/ })).toBeVisible();
});

test('before the scripts, whatever looks like a control works', async ({ browser }) => {
  const member = await signUp(product.url, 'painter');
  const { page } = await openBrowser(browser, product.url);
  await page.route(/\.js$/, (route) => route.abort());
  for (const path of await pagesOf(member)) {
    await page.goto(path);
    const inert = page.locator('.first').locator('button, a:not([href]), input, [role=button], [tabindex]');
    expect(await inert.count(), path).toBe(0);
  }
});

test('two quick presses on a moving target are one', async ({ browser }) => {
  const [buyer, seeker] = [await signUp(product.url, 'buyer'), await signUp(product.url, 'seeker')];
  const wish = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
  const { id } = await seeker.call<{ id: string }>('POST', '/api/wtb-listings', wish);
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, buyer.email, `/wtb/${id}`);
  await page.getByRole('button', { name: 'I Have This' }).dblclick();
  await expect(page.getByRole('dialog', { name: 'Attach one of your listings?' })).toBeVisible();
  await page.waitForTimeout(400);
  await page.getByRole('button', { name: 'Message Without a Listing' }).dblclick();
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  await expect(page).toHaveURL(/\/messages/);
});

/** Presses Sign In at a form with a notice above it, without a response yet. @returns where the button was before */
async function startSignIn(page: Page, email: string, search: string) {
  await page.goto(`/login${search}`);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const button = page.locator('form').getByRole('button').last();
  const place = await button.boundingBox();
  const answer = await holdRequests(page, /\/auth\/v1\/token/);
  await button.click();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  return { button, place, answer };
}

test('a form leaves its button in place while sending', async ({ browser }) => {
  const member = await signUp(product.url, 'member');
  for (const search of ['?verified=1', '?reset=1', '?changed=1', '?expired=1', '?elsewhere=1']) {
    const { page } = await openBrowser(browser, product.url);
    const { button, place, answer } = await startSignIn(page, member.email, search);
    expect(await button.boundingBox(), search).toEqual(place);
    await answer();
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
  }
});

test('a pending sign-in offers no other way in', async ({ browser }) => {
  const member = await signUp(product.url, 'member');
  const { page } = await openBrowser(browser, product.url);
  const { answer } = await startSignIn(page, member.email, '?verified=1');
  for (const other of await page.locator('main').getByRole('button').all()) {
    if ((await other.getAttribute('aria-label')) === null) await expect(other).toBeDisabled();
  }
  await answer();
  await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
});

test('a late action on a sold listing moves none', async ({ browser }) => {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const listing = await seller.list(await phonePhoto(), 'Ring coat');
  const { id } = await buyer.openConversation(listing);
  await buyer.call('POST', '/api/messages', { conversationId: id, type: 'text', content: 'Hello' });
  await seller.call('PATCH', `/api/listings/${listing.id}/sold`);
  await makeAdmin({ DATA_DIR: product.dataDir }, listing.seller.username);
  const { page } = await openBrowser(browser, product.url, 390);
  const release = await holdRequests(page, /\/interested/);
  await openAs(page, seller.email, `/listing/${listing.id}`);
  const places = () =>
    Promise.all(
      ['Relist', 'Not Sold After All', 'Delete Listing (Admin)'].map((name) =>
        page.getByRole('button', { name }).boundingBox(),
      ),
    );
  const before = await places();
  await release();
  await expect(page.getByRole('button', { name: 'Sold to Whom?' })).toBeVisible();
  expect(await places()).toEqual(before);
});
