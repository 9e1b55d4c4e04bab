import type { ChangeSettings } from '@selvedge/shared/instance/instance-settings';
import { type Browser, expect, type Page } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { changeTo } from '../support/servers/features.ts';
import { expectNoViolations } from './axe.ts';
import { doubleClick } from './double-click.ts';
import { chooseFromMenu, openAs, openBrowser, pressEnter, signIn, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

async function openShop(browser: Browser, title: string, width: number) {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const listing = await seller.list(await transparentPng(60, 80), title);
  const { page } = await openBrowser(browser, product.url, width);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return { seller, buyer, listing, page };
}

const heart = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`Saved? ${title}$`) });
const savedIds = (member: SignedUp) => member.call<string[]>('GET', '/api/saved/ids');

const shot = (page: Page, name: string) =>
  process.env.SELVEDGE_TEST_SHOTS
    ? page.screenshot({ path: `${process.env.SELVEDGE_TEST_SHOTS}-${name}.png` })
    : null;

for (const width of widths(390)) {
  test(`at ${width} px, a heart saves by keyboard`, async ({ browser }) => {
    const title = `Coat ${width}`;
    const { seller, buyer, listing, page } = await openShop(browser, title, width);
    await openAs(page, buyer.email);
    await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'false');
    const box = await heart(page, title).boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
    await page.getByRole('link', { name: new RegExp(title) }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Saved ${title}` })).toBeFocused();
    await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => savedIds(buyer)).toEqual([listing.id]);
    await expectNoViolations(page);
    await shot(page, `home-${width}`);

    await page.getByRole('link', { name: 'Saved', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Saved' })).toBeVisible();
    await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible();
    await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '320' });
    await expect(page.getByText('$45 less than when you saved it')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectNoViolations(page);
    await shot(page, `saved-${width}`);
    const choice = page.getByRole('checkbox', { name: 'Tell me about every price drop' });
    await choice.press('Space');
    await expect(choice).toBeChecked();
    await expect.poll(() => buyer.call('GET', '/api/saved/settings')).toEqual({ isAnyDrop: true });
    await seller.call('PATCH', `/api/listings/${listing.id}/sold`);
    await expect(page.getByText('Sold', { exact: true })).toBeVisible();
    await expect(page.getByText('less than when you saved it')).toBeHidden();

    await seller.call('DELETE', `/api/listings/${listing.id}`);
    await expect(page.getByText('No longer listed')).toBeVisible();
    await expectNoViolations(page);
    await pressEnter(page.getByRole('button', { name: `Remove ${title}` }));
    await expect(page.getByText('Nothing saved yet.')).toBeVisible();
    await expect.poll(() => savedIds(buyer)).toEqual([]);
  });

  test(`at ${width} px, a saved item has a target price`, async ({ browser }) => {
    const title = `Parka ${width}`;
    const { seller, buyer, listing, page } = await openShop(browser, title, width);
    await buyer.call('PUT', `/api/listings/${listing.id}/saved`);
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
    await openAs(page, buyer.email, '/saved');
    const dialog = page.getByRole('dialog', { name: 'Target Price' });
    const field = dialog.getByLabel('At or Below (USD)');
    const set = dialog.getByRole('button', { name: 'Set Target Price' });
    await pressEnter(page.getByRole('button', { name: `Set Target Price: ${title}` }));
    await field.fill('365');
    await set.click();
    await expect(dialog.getByText('Choose a price below the current one.')).toBeVisible();
    await field.fill('300');
    await expectNoViolations(page);
    await shot(page, `target-${width}`);
    await set.click();
    const target = page.getByRole('button', { name: `At or below $300: ${title}` });
    await expect(target).toBeVisible();
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await shot(page, `targeted-${width}`);
    await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '300' });
    await page.getByRole('link', { name: /^Updates, 1 unread/ }).click();
    await expect(page.getByText(`At your price: ${title}, now $300`)).toBeVisible();
    await expectNoViolations(page);
    await page.goBack();
    await target.click();
    await dialog.getByRole('button', { name: 'Remove Target Price' }).click();
    await expect(page.getByRole('button', { name: `Set Target Price: ${title}` })).toBeVisible();
  });

  test(`at ${width} px, a listing is saved on its page`, async ({ browser }) => {
    const title = `Boots ${width}`;
    const { buyer, listing, page } = await openShop(browser, title, width);
    await openAs(page, buyer.email, `/listing/${listing.id}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expectNoViolations(page);
    await shot(page, `listing-${width}`);
    await page.reload();
    await page.getByRole('button', { name: 'Saved', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    await expect.poll(() => savedIds(buyer)).toEqual([]);
    await chooseFromMenu(page, 'Saved');
    await expect(page.getByText('Nothing saved yet.')).toBeVisible();
    await expectNoViolations(page);
  });

  test(`at ${width} px, a visitor's heart saves after sign-in`, async ({ browser }) => {
    const title = `Scarf ${width}`;
    const { buyer, listing, page } = await openShop(browser, title, width);
    await page.goto('/?sort=newest');
    await heart(page, title).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await signIn(page, buyer.email);
    await expect(page).toHaveURL('/?sort=newest');
    await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => savedIds(buyer)).toEqual([listing.id]);
  });
}

test('a link alone saves nothing', async ({ browser }) => {
  const { buyer, listing, page } = await openShop(browser, 'Cape', 390);
  await openAs(page, buyer.email);
  await page.goto(`/?save=${listing.id}`);
  await expect(page).toHaveURL('/');
  await expect(heart(page, 'Cape')).toHaveAttribute('aria-pressed', 'false');
  expect(await savedIds(buyer)).toEqual([]);
});

test('a refused heart goes back', async ({ browser }) => {
  const { buyer, page } = await openShop(browser, 'Belt', 390);
  await openAs(page, buyer.email);
  await page.route('**/api/listings/*/saved', (route) =>
    route.fulfill({ status: 409, json: { code: 'conflict', message: 'You have saved 1,000 items.' } }),
  );
  await heart(page, 'Belt').click();
  await expect(page.getByText('You have saved 1,000 items.')).toBeVisible();
  await expect(heart(page, 'Belt')).toHaveAttribute('aria-pressed', 'false');
});

test('a heart changes in every tab', async ({ browser }) => {
  const { buyer, listing, page } = await openShop(browser, 'Vest', 1280);
  await openAs(page, buyer.email);
  await expect(heart(page, 'Vest')).toHaveAttribute('aria-pressed', 'false');
  await buyer.call('PUT', `/api/listings/${listing.id}/saved`);
  await expect(heart(page, 'Vest')).toHaveAttribute('aria-pressed', 'true');
});

test('a seller sees how many saved a listing', async ({ browser }) => {
  const { seller, buyer, listing, page } = await openShop(browser, 'Gloves', 390);
  const savers = [buyer, await signUp(product.url), await signUp(product.url)];
  for (const saver of savers) await saver.call('PUT', `/api/listings/${listing.id}/saved`);
  await openAs(page, seller.email, `/listing/${listing.id}`);
  await expect(page.getByText('Saved by 3')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Discount Item' }).click();
  const notified = page.getByText('People who saved this will be told');
  await page.getByLabel('New Price (USD)').fill('346.76');
  await expect(page.getByText('5% off')).toBeVisible();
  await expect(notified).toBeHidden();
  await page.getByLabel('New Price (USD)').fill('346.75');
  await expect(notified).toBeVisible();
  await expectNoViolations(page);
});

test("an owner updates the price on the listing's page", async ({ browser }) => {
  const { seller, listing, page } = await openShop(browser, 'Cap', 390);
  await openAs(page, seller.email, `/listing/${listing.id}`);
  await page.getByRole('button', { name: 'Update Price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Price' });
  await dialog.getByRole('textbox').fill('400');
  await dialog.getByRole('button', { name: 'Update Price' }).click();
  await expect(page.getByText('Price updated successfully!')).toBeVisible();
  await expect(page.getByText('$400').first()).toBeVisible();
});

test('Share copies the link', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  const listing = await seller.list(await transparentPng(60, 80), 'Shawl');
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page } = await openBrowser(browser, product.url, 390, { permissions });
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  for (const path of [`/listing/${listing.id}`, `/profile/${listing.seller.username}`]) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.url + path);
    await expectNoViolations(page);
  }
});

test('Share opens the share sheet', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  const { id } = await seller.call<{ id: string }>('POST', '/api/wtb-listings', {
    ...{ title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' },
  });
  const { page } = await openBrowser(browser, product.url, 390);
  const shared: unknown[] = [];
  await page.exposeFunction('received', (data: unknown) => void shared.push(data));
  await page.addInitScript(() => {
    Object.assign(Navigator.prototype, {
      share: (data: unknown) => (window as unknown as { received(data: unknown): unknown }).received(data),
    });
  });
  await page.goto(`/wtb/${id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect
    .poll(() => shared)
    .toEqual([{ title: expect.stringContaining('Ring coat') as unknown, url: `${product.url}/wtb/${id}` }]);
});

test('hearts are filled where sockets are blocked', async ({ browser }) => {
  const { buyer, listing, page } = await openShop(browser, 'Poncho', 390);
  await buyer.call('PUT', `/api/listings/${listing.id}/saved`);
  await page.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close({ code: 1006 }));
  await openAs(page, buyer.email);
  await expect(heart(page, 'Poncho')).toHaveAttribute('aria-pressed', 'true', { timeout: 3_000 });
});

test('the list of saved items fills their hearts', async ({ browser }) => {
  const { buyer, listing, page } = await openShop(browser, 'Anorak', 390);
  await buyer.call('PUT', `/api/listings/${listing.id}/saved`);
  await page.route('**/api/saved/ids', (route) => route.fulfill({ status: 503 }));
  await openAs(page, buyer.email, '/saved');
  await expect(heart(page, 'Anorak')).toHaveAttribute('aria-pressed', 'true');
});

test('a double click on a heart saves', async ({ browser }) => {
  const { buyer, listing, page } = await openShop(browser, 'Kimono', 390);
  await openAs(page, buyer.email);
  await expect(heart(page, 'Kimono')).toHaveAttribute('aria-pressed', 'false');
  await doubleClick(heart(page, 'Kimono'), () =>
    expect(heart(page, 'Kimono')).toHaveAttribute('aria-pressed', 'true'),
  );
  await expect.poll(() => savedIds(buyer)).toEqual([listing.id]);
  await page.waitForLoadState('networkidle');
  await expect(heart(page, 'Kimono')).toHaveAttribute('aria-pressed', 'true');
  await heart(page, 'Kimono').click();
  await expect.poll(() => savedIds(buyer)).toEqual([]);
});

test('a choice changed at once is the last one', async ({ browser }) => {
  const { buyer, listing, page } = await openShop(browser, 'Mittens', 390);
  await buyer.call('PUT', `/api/listings/${listing.id}/saved`);
  await page.route('**/api/saved/settings', async (route) => {
    if (route.request().method() === 'PUT') await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await openAs(page, buyer.email, '/saved');
  const choice = page.getByRole('checkbox', { name: 'Tell me about every price drop' });
  const answers: unknown[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') answers.push(response.request().postDataJSON());
  });
  await choice.press('Space');
  await choice.press('Space');
  await expect(choice).not.toBeChecked();
  await expect.poll(() => answers).toEqual([{ isAnyDrop: true }, { isAnyDrop: false }]);
  expect(await buyer.call('GET', '/api/saved/settings')).toEqual({ isAnyDrop: false });
});

test('a heart goes once the instance has none', async ({ browser }) => {
  const { buyer, listing, page } = await openShop(browser, 'Bonnet', 390);
  // Otherwise a late connection asks for them again, and hears of it before the press.
  await page.route('**/api/saved/ids', (route) => route.fulfill({ json: [] }));
  await openAs(page, buyer.email);
  await expect(heart(page, 'Bonnet')).toHaveAttribute('aria-pressed', 'false');
  const change = (features: ChangeSettings['features']) =>
    changeTo({ DATA_DIR: product.dataDir }, { features });
  await change({ saved: false });
  const savedCount = () => page.request.get(`/api/listings/${listing.id}/saved`);
  await expect.poll(async () => (await savedCount()).status()).toBe(404);
  try {
    await heart(page, 'Bonnet').click();
    await expect(page.getByText('This has been switched off here.')).toBeVisible();
    await expect(heart(page, 'Bonnet')).toBeHidden();
    await expect(page.getByRole('link', { name: new RegExp(listing.title) })).toBeVisible();
  } finally {
    await change({ saved: true });
  }
});
