import type { Listing } from '@selvedge/shared/items/listings';
import { expect, type Page } from 'playwright/test';
import { freePort } from '../../../scripts/free-port.ts';
import { transparentPng } from '../../support/data/pictures.ts';
import { PASSWORD, signUp } from '../../support/people/account.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { fileOf } from '../input-device.ts';
import { openAs, openBrowser, runOutOn, signIn } from '../people.ts';
import { test } from '../test.ts';

const dir = makeTempDir();
let product: Awaited<ReturnType<typeof startProduct>>;
const start = (env: Record<string, string>, port: number) =>
  startProduct({ entry: 'server/build/app/main.js', dataDir: dir.path, port, env });

test.beforeAll(async () => {
  product = await start({ AUTH_AUTOCONFIRM: 'true' }, await freePort());
});
test.afterAll(async () => {
  await product.stop();
  dir.remove();
});

const picture = () => transparentPng(60, 80);
const streamOpened = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live');

test('a visitor sees the market change without a reload', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  const listing = await seller.list(await picture(), 'Ring coat');
  const { page: home } = await openBrowser(browser, product.url);
  const detail = await home.context().newPage();
  for (const [page, path] of [
    [home, '/'],
    [detail, `/listing/${listing.id}`],
  ] as const) {
    const live = streamOpened(page);
    await page.goto(path);
    await live;
  }
  const card = home.getByRole('link', { name: /Ring coat/ });
  const change = (verb: string, body?: unknown) =>
    seller.call<Listing>('PATCH', `/api/listings/${listing.id}/${verb}`, body);

  await change('price', { price: '299' });
  await expect(card).toContainText('$299');
  await expect(detail.getByText('$299').first()).toBeVisible();

  await product.stop();
  const back = [home, detail].map(streamOpened);
  await product.start();
  await change('price', { price: '250' });
  await expect(card).toContainText('$250');
  await expect(detail.getByText('$250').first()).toBeVisible();
  await Promise.all(back);

  await change('sold');
  await expect(card).toContainText('Sold');
  await expect(detail.getByText('SOLD').first()).toBeVisible();
  await seller.request('DELETE', `/api/listings/${listing.id}`);
  await expect(card).toHaveCount(0);
  await expect(detail.getByRole('heading', { name: 'Listing Not Found' })).toBeVisible();

  // A signed-in member has a socket instead of the event stream.
  await home.goto('/login');
  const closed = home.waitForEvent('requestfailed', (request) => request.url().includes('/api/live'));
  await signIn(home, seller.email);
  await closed;
});

test("a form open at the session's end reopens unchanged", async ({ browser }) => {
  const weaver = await signUp(product.url, 'weaver');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, weaver.email, '/about');
  const own = await weaver.list(await picture());
  const { username } = await weaver.call<{ username: string }>('GET', '/api/auth/user');
  const dialog = page.getByRole('dialog');
  const signInAgain = async () => {
    // The page reloads at the sign-in form.
    const loaded = page.waitForEvent('load');
    await runOutOn(page, { DATA_DIR: dir.path }, weaver.id);
    await loaded;
    await page.waitForURL(/\/login\?next=/);
    await expect(dialog).toBeHidden();
    await signIn(page, weaver.email, PASSWORD);
  };

  await page.getByRole('button', { name: 'Sell Item' }).click();
  await dialog.locator('input[type=file]').setInputFiles([await fileOf(await picture(), 'front.png')]);
  await dialog.getByLabel('Title').fill('Type II trucker');
  await dialog.getByLabel('Price (USD)').fill('365');
  const draft = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(draft).toContain('/media/');
  await signInAgain();
  await expect(page).toHaveURL('/about');
  await expect(dialog.getByLabel('Title')).toHaveValue('Type II trucker');
  await expect(dialog.getByLabel('Price (USD)')).toHaveValue('365');
  await expect(dialog.getByText('1 of 8')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/wtb');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Create a WTB' }).click();
  await dialog.getByLabel('What are you looking for?').fill('Ring coat, size 3');
  await signInAgain();
  await expect(page).toHaveURL('/wtb');
  await expect(dialog.getByLabel('What are you looking for?')).toHaveValue('Ring coat, size 3');

  const spammer = await signUp(product.url, 'spammer');
  const spam = await spammer.list(await picture());
  await page.goto(`/listing/${spam.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Report Listing' }).click();
  await dialog.getByRole('radio').nth(1).check();
  await dialog.getByLabel('Details').fill('The photos are of my coat.');
  await signInAgain();
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked();
  await expect(dialog.getByLabel('Details')).toHaveValue('The photos are of my coat.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.goto(`/listing/${own.id}`);
  await page.getByRole('button', { name: 'Discount Item' }).click();
  await dialog.getByLabel('New Price (USD)').fill('12.34');
  await signInAgain();
  await expect(dialog.getByLabel('New Price (USD)')).toHaveValue('12.34');

  await page.goto(`/profile/${username}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  await dialog.getByRole('tab', { name: 'Username' }).click();
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('textbox').fill('jacquard');
  await signInAgain();
  await expect(dialog.getByRole('textbox')).toHaveValue('jacquard');
});

test('a tab waiting at the sign-in page continues', async ({ browser }) => {
  const { email } = await signUp(product.url, 'twotabs');
  const { page } = await openBrowser(browser, product.url);
  const waiting = await page.context().newPage();
  await waiting.goto('/login?next=/about');
  await expect(waiting.getByRole('heading', { name: 'Sign in to Selvedge' })).toBeVisible();
  await page.goto('/login');
  await signIn(page, email, PASSWORD);
  await expect(waiting).toHaveURL('/about');
  await expect(waiting.getByRole('button', { name: /^Messages/ })).toBeVisible();
});
