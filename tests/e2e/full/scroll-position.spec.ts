import { join } from 'node:path';
import { type Browser, expect, type Page } from 'playwright/test';
import { freePort } from '../../../scripts/free-port.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { fillMarket } from '../../support/data/full-market.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { makeAdmin } from '../../support/people/make-admin.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { openAs, openBrowser } from '../people.ts';
import { test } from '../test.ts';

const dir = makeTempDir();
const log = createLog('error');
let product: Awaited<ReturnType<typeof startProduct>>;

test.beforeAll(async () => {
  const db = await openDatabase(`file:${join(dir.path, 'selvedge.db')}`, log);
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

const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));
/** The topmost card or paragraph below the top bar, and its distance from the window's top. */
const topmost = (page: Page) =>
  page.evaluate(() => {
    const [first] = [...document.querySelectorAll('main :is(.card, .wanted-card, article, p, h2)')]
      .map((element) => ({
        text: element.textContent.replace(/\w+ ago/g, ''),
        top: Math.round(element.getBoundingClientRect().top),
      }))
      .filter(({ top }) => top > 120);
    return first;
  });

/** Scrolls like a wheel, in steps, until lists have loaded as many pages as needed. */
async function scrollDownTo(page: Page, top: number): Promise<void> {
  await expect(async () => {
    await page.evaluate((y) => scrollTo(0, y), top);
    expect(await scrollTop(page)).toBe(top);
  }).toPass({ intervals: [50] });
  // The cards near the new position render with the next frames.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
}

/** Records every scroll position that the page paints, from its first paint on. */
const recordPositions = (page: Page) =>
  page.addInitScript(() => {
    const painted: number[] = [];
    Object.assign(window, { painted });
    const record = () => {
      // A resize observer runs between the frame's scripts and its paint.
      new ResizeObserver((_, observer) => {
        observer.disconnect();
        if (document.querySelector('main')) painted.push(Math.round(scrollY));
      }).observe(document.documentElement);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
const paintedPositions = (page: Page) =>
  page.evaluate(() => [...new Set((window as unknown as { painted: number[] }).painted)]);

async function toAboutAndBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'About', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'About Selvedge' })).toBeVisible();
  expect(await scrollTop(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'About Selvedge' })).toBeHidden();
}

async function openLists(browser: Browser, width: number) {
  const { page } = await openBrowser(browser, product.url, width);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

for (const width of [1280, 390]) {
  for (const [name, path, top] of [
    ['the grid', '/', 1_800],
    ['a long grid', '/', 26_000],
    ['a search', '/?brand=kapital', 1_800],
    ['the Want to Buy list', '/wtb', 700],
  ] as const) {
    test(`Back restores the position of ${name} at ${width} px`, async ({ browser }) => {
      const page = await openLists(browser, width);
      await page.goto(path);
      await scrollDownTo(page, top);
      const before = await topmost(page);
      await toAboutAndBack(page);
      await expect.poll(() => scrollTop(page)).toBe(top);
      await expect.poll(() => topmost(page)).toEqual(before);
      await page.context().close();
    });
  }
}

/** A member with a long listing, who is an admin and has reports to decide. */
async function createAdmin() {
  const admin = await signUp(product.url, 'keeper');
  const { username } = await admin.call<{ username: string }>('GET', '/api/auth/user');
  const listing = await admin.list(await phonePhoto(), 'Ring coat');
  const { title, brand, category, size, condition, images } = listing;
  const description = 'One line of a long description.\n'.repeat(45);
  await admin.call('PUT', `/api/listings/${listing.id}`, {
    ...{ title, brand, category, size, condition, images },
    description,
  });
  await makeAdmin({ DATA_DIR: dir.path }, username);
  const member = await signUp(product.url, 'member');
  const listings = await member.call<{ id: string }[]>('GET', '/api/listings?limit=12');
  for (const { id } of listings.filter(({ id }) => id !== listing.id))
    await member.call('POST', '/api/reports', {
      subject: 'listing',
      id,
      reason: 'counterfeit',
      details: 'No.',
    });
  return { email: admin.email, listing };
}

for (const width of [1280, 390]) {
  test(`a reload restores the scroll position at ${width} px`, async ({ browser }) => {
    const { email, listing } = await createAdmin();
    const page = await openLists(browser, width);
    await recordPositions(page);
    await openAs(page, email);
    for (const [path, top] of [
      ['/', 1_800],
      ['/', 9_000],
      ['/?brand=kapital', 1_800],
      ['/wtb', 700],
      ['/profile/marlow?tab=wtb', 700],
      ['/profile/marlow', 1_800],
      [`/listing/${listing.id}`, 500],
      ['/about', 200],
      ['/admin', 900],
    ] as const) {
      await page.goto(path);
      await scrollDownTo(page, top);
      const before = await topmost(page);
      await page.reload();
      await expect.poll(() => topmost(page), `${path} at ${top}`).toEqual(before);
      expect(await scrollTop(page)).toBe(top);
      expect(await paintedPositions(page), `painted on ${path}`).toEqual([top]);
    }
    await page.context().close();
  });
}

test('focusing a link does not scroll the page', async ({ browser }) => {
  const { email } = await signUp(product.url, 'reader');
  const page = await openLists(browser, 1280);
  await openAs(page, email);
  await scrollDownTo(page, 1_800);
  for (const name of ['About', 'Want to Buy']) {
    await page.getByRole('link', { name, exact: true }).focus();
    expect(await scrollTop(page)).toBe(1_800);
  }
  await page.getByRole('button', { name: 'Messages' }).click();
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  await page.goto('/about');
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(1_800);
});

test('a new visit starts at the top', async ({ browser }) => {
  const page = await openLists(browser, 1280);
  await page.goto('/about');
  await scrollDownTo(page, 200);
  await page.goto('/about');
  expect(await scrollTop(page)).toBe(0);
  await page.getByRole('link', { name: 'Want to Buy' }).click();
  await expect(page.getByRole('heading', { name: 'All WTB Listings' })).toBeVisible();
  await scrollDownTo(page, 400);
  await page.getByRole('link', { name: 'About', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'About Selvedge' })).toBeVisible();
  expect(await scrollTop(page)).toBe(0);
});

test('scrolling during loading is not interrupted', async ({ browser }) => {
  const page = await openLists(browser, 1280);
  await page.goto('/');
  await scrollDownTo(page, 1_800);
  await page.route('**/api/listings*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.reload();
  await expect.poll(() => scrollTop(page)).toBe(1_800);
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, -600);
  await expect.poll(() => scrollTop(page)).toBe(1_200);
  await page.waitForTimeout(1_500);
  expect(await scrollTop(page)).toBe(1_200);
});
