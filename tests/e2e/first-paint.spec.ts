import { expect } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { changeTo } from '../support/servers/features.ts';
import { openBrowser, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

const NASTY = '</script><script>alert(1)</script><!-- "__NONCE__"';

test('every page first renders from its embedded data', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  const listing = await seller.list(await phonePhoto(), NASTY);
  const wanted = await seller.call<{ id: string }>('POST', '/api/wtb-listings', {
    title: NASTY,
    brand: 'Kapital',
    size: '3',
    maxPrice: '900',
  });
  const { page } = await openBrowser(browser, product.url);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Ignore the event stream, which carries only later events.
    if (pathname.startsWith('/api/') && pathname !== '/api/live') requests.push(pathname);
  });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first();

  await page.goto('/');
  await expect(page.getByRole('link', { name: /Kapital/ })).toBeVisible();
  await page.goto(`/profile/${listing.seller.username}`);
  await expect(page.getByRole('link', { name: /Kapital/ })).toBeVisible();
  await page.goto(`/wtb/${wanted.id}`);
  await expect(page.getByRole('dialog').getByText('$900')).toBeVisible();
  await expect(page).toHaveTitle(`Wanted: Kapital ${NASTY} · Selvedge`);
  await page.goto(`/listing/${listing.id}`);
  await expect(heading(NASTY)).toBeVisible();
  await expect(page).toHaveTitle(`Kapital ${NASTY} · Selvedge`);
  expect(requests).toEqual([]);

  await page.getByRole('link', { name: 'Back to Listings' }).click();
  await expect(heading('All Listings')).toBeVisible();
  await expect(page.getByRole('link', { name: /Kapital/ })).toBeVisible();
  expect(requests).toEqual(['/api/listings']);

  const missing = await page.goto('/listing/nothing');
  expect(missing?.status()).toBe(404);
  await expect(heading('Listing Not Found')).toBeVisible();
});

test('before its scripts, a page shows its main content', async ({ browser }) => {
  const seller = await signUp(product.url, 'weaver');
  const listing = await seller.list(await phonePhoto(), 'Shuttle loom jacket');
  for (const width of widths(390)) {
    const { page } = await openBrowser(browser, product.url, width);
    const places = async () => {
      const shown = ['h1', 'main img', 'text=/^\\$[0-9.,]+$/'].map((one) => page.locator(one).first());
      const boxes = await Promise.all(shown.map((one) => one.boundingBox()));
      return boxes.map((box) => box && [box.x, box.y].map(Math.round));
    };
    for (const [path, name] of [
      ['/', 'All Listings'],
      [`/listing/${listing.id}`, listing.title],
    ] as const) {
      const gate = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await gate.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.locator('body')).toHaveCSS('margin', '0px');
      await page.evaluate(() => document.fonts.load('600 24px "Archivo W"'));
      await expect(page.locator('.first')).toHaveCount(1);
      const before = await places();
      gate.resolve();
      await expect(page.locator('.first')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      expect(await places(), `${path} at ${width}`).toEqual(before);
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.context().close();
  }
});

test('texts are complete without scripts', async ({ browser }) => {
  const rules =
    '# Be kind\n\nNo **fakes**: see [the list](https://x.example).\n\n- one\n- two\n\n> A quote.\n\nThe end.';
  await changeTo({ DATA_DIR: product.dataDir }, { rules });
  await expect.poll(async () => (await fetch(`${product.url}/rules`)).status).toBe(200);
  for (const width of widths(1280)) {
    for (const [path, last] of [
      ['/rules', 'The end.'],
      ['/about', /^Selvedge does not handle transactions/],
    ] as const) {
      const still = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 844 } });
      const { page } = await openBrowser(browser, product.url, width);
      const texts = await still.newPage();
      const places = [];
      for (const one of [texts, page]) {
        await one.goto(product.url + path);
        const end = one.locator('main').getByText(last);
        await expect(end).toBeVisible();
        if (one === page) await expect(page.locator('.first')).toHaveCount(0);
        const boxes = await Promise.all([one.locator('h1').boundingBox(), end.boundingBox()]);
        places.push(boxes.map((box) => box && [box.x, box.y].map(Math.round)));
        const start = process.env.SELVEDGE_TEST_SHOTS;
        if (start) {
          const name = `${path.slice(1)}-${width}-${one === texts ? 'still' : 'run'}`;
          await one.screenshot({ path: `${start}-${name}.png`, fullPage: true });
        }
      }
      expect(places[0], `${path} at ${width}`).toEqual(places[1]);
      await still.close();
      await page.context().close();
    }
  }
});
