import { expect, type Page } from 'playwright/test';
import { operate } from '../../../server/src/operator/operate.ts';
import { transparentPng } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { openAs, openBrowser, PASSWORD, withoutServiceWorker } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

const HTML = { contentType: 'text/html', body: '<html><h1>Bad Gateway</h1>Accept our terms</html>' };
/** Responses that a proxy or a captive portal may send instead of the server's. */
const BROKEN = {
  'a page with status 200': { status: 200, ...HTML },
  'a page with status 502': { status: 502, ...HTML },
  'an empty answer with status 200': { status: 200, contentType: 'application/json', body: '' },
};
type Broken = (typeof BROKEN)[keyof typeof BROKEN];
/** Text of the broken response, of the engine's parse error, or of an empty market. */
const NEVER_SHOWN =
  /Bad Gateway|Accept our terms|Unexpected|JSON|Cannot read|is not |undefined|No listings found|No WTB listings|Create Your First|No messages yet|Nothing|Not Found|not found/;

/** Breaks all responses of the API, including those that the server embeds in its pages. */
async function breakResponses(page: Page, answer: Broken): Promise<void> {
  await page.route(/\/api\//, (route) => route.fulfill(answer));
  await page.route(/.*/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace('id="page-data"', 'id="no-page-data"');
    return route.fulfill({ response, body });
  });
}

async function showsFailure(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible();
  await expect(page.locator('body')).not.toHaveText(NEVER_SHOWN, { useInnerText: true });
}

for (const [name, answer] of Object.entries(BROKEN)) {
  test(`every page reports ${name} as a failure`, async ({ browser }) => {
    test.slow();
    const owner = await signUp(product.url, `owner${answer.status}${answer.body.length}`);
    const listing = await owner.list(await transparentPng(60, 80), 'Type II trucker');
    const wanted = await owner.call<{ id: string }>('POST', '/api/wtb-listings', {
      ...{ title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' },
    });
    const { username } = listing.seller;
    const silent = { print: () => undefined, printError: () => undefined };
    expect(await operate(['admin', 'grant', username], { DATA_DIR: product.dataDir }, silent)).toBe(0);
    const { page } = await openBrowser(browser, product.url);
    await withoutServiceWorker(page);
    await openAs(page, owner.email, `/listing/${listing.id}`);
    await expect(page.getByRole('button', { name: 'Bump Listing' })).toBeVisible();
    await breakResponses(page, answer);

    await page.getByRole('button', { name: 'Bump Listing' }).click();
    await expect(page.getByText('Failed to bump listing')).toBeVisible();
    for (const path of [
      '/',
      '/?brand=kapital',
      '/wtb',
      '/wtb?q=ring',
      `/wtb/${wanted.id}`,
      `/listing/${listing.id}`,
      `/profile/${username}`,
      '/messages',
      '/admin',
    ]) {
      await test.step(path, async () => {
        await page.goto(path);
        await showsFailure(page);
      });
    }
  });

  test(`a sign-in reports ${name} in plain words`, async ({ browser }) => {
    const member = await signUp(product.url, `member${answer.status}${answer.body.length}`);
    const { page } = await openBrowser(browser, product.url);
    await page.route(/\/auth\/v1\/token/, (route) => route.fulfill(answer));
    await page.goto('/login');
    await page.getByLabel('E-mail', { exact: true }).fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible();
    await page.unroute(/\/auth\/v1\/token/);

    await openAs(page, member.email);
    await page.route(/\/api\/uploads\//, (route) => route.fulfill(answer));
    await page.getByRole('button', { name: 'Sell Item' }).click();
    const photo = {
      name: 'front.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await (await transparentPng(60, 80)).arrayBuffer()),
    };
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(photo);
    await expect(
      page.getByText('Upload failed for front.png: The connection was lost. Please try again.').first(),
    ).toBeVisible();
  });
}
