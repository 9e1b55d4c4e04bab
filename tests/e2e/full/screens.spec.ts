import { expect, type Page } from 'playwright/test';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { expectNoViolations } from '../axe.ts';
import { openAs, openBrowser } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not there`);
  return box;
};

test('the price is visible at tablet widths', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  const coat = await seller.list(await phonePhoto(), 'Ring coat');
  const { page } = await openBrowser(browser, product.url);
  for (const [width, height] of [
    [844, 390],
    [640, 900],
    [768, 1024],
    [1023, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/listing/${coat.id}`);
    await expect(page.getByRole('button', { name: 'Sign In to Message' })).toBeVisible();
    for (const part of [
      '.chakra-carousel__itemGroup, [data-part=item-group]',
      '#listing-title',
      'main button:has-text("Sign In to Message")',
    ]) {
      const { y, height: own } = await boxOf(page, part);
      // A phone in landscape shows at least part of the photo; the rest must be completely visible.
      expect(y + Math.min(own, height - 150), `${part} at ${width} × ${height}`).toBeLessThanOrEqual(height);
    }
  }
});

test('on a phone the fixed bar shows the price', async ({ browser }) => {
  const [seller, me] = [await signUp(product.url, 'tailor'), await signUp(product.url, 'me')];
  const coat = await seller.list(await phonePhoto(), 'Ring coat');
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, me.email, `/listing/${coat.id}`);
  const button = page.getByRole('button', { name: 'Message Seller · $365' });
  await expect(button).toBeVisible();
  const bar = await button.evaluate((element) => {
    const { backgroundColor, position } = getComputedStyle(
      element.parentElement?.parentElement as HTMLElement,
    );
    return { backgroundColor, position };
  });
  expect(bar).toEqual({ backgroundColor: 'rgb(255, 255, 255)', position: 'fixed' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('button', { name: 'Message Seller', exact: true })).toBeVisible();
});

test('toasts animate for at most 220 ms', async ({ browser }) => {
  const me = await signUp(product.url, 'toasted');
  const coat = await me.list(await phonePhoto(), 'Ring coat');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, me.email, `/listing/${coat.id}`);
  await Promise.all([
    page.waitForResponse(/\/toaster-/),
    // Any click preloads the toaster.
    page.getByRole('heading', { name: 'Ring coat' }).click(),
  ]);
  await page.getByRole('button', { name: 'Bump Listing' }).click();
  const toast = page.locator('[data-scope=toast][data-part=root]');
  await expect(toast).toContainText('Listing bumped to the top successfully');
  const { shadow, longest } = await toast.evaluate((element) => {
    const { boxShadow, transitionDuration } = getComputedStyle(element);
    return {
      shadow: boxShadow,
      longest: Math.max(
        ...transitionDuration
          .split(',')
          .map((each) => Number.parseFloat(each) * (each.includes('ms') ? 1 : 1000)),
      ),
    };
  });
  expect(shadow).not.toBe('none');
  expect(longest).toBeLessThanOrEqual(220);
});

test('a dialog draws its frame while its code loads', async ({ browser }) => {
  const me = await signUp(product.url, 'waiter');
  const { page } = await openBrowser(browser, product.url);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isRequested = false;
  await page.route(/\/listing-dialog-/, async (route) => {
    isRequested = true;
    await released;
    await route.continue();
  });
  await openAs(page, me.email);
  const sell = page.getByRole('button', { name: 'Sell Item' }).first();
  await sell.hover();
  await expect.poll(() => isRequested).toBe(true);
  await sell.click();
  await expect(page.locator('.dialog-loading')).toBeVisible();
  release();
  await expect(page.getByRole('dialog', { name: 'Create Listing' })).toBeVisible();
  await expect(page.locator('.dialog-loading')).toHaveCount(0);
});

test('every form has a close button', async ({ browser }) => {
  const me = await signUp(product.url, 'drafter');
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, me.email, '/wtb');
  await page.getByRole('button', { name: 'Create a WTB' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Brand').fill('Kapital');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form).toBeHidden();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Create a WTB' }).click();
  await expect(form.getByText('Your draft was restored.')).toBeVisible();
  await expect(form.getByLabel('Brand')).toHaveValue('Kapital');
  await form.getByRole('button', { name: 'Start over' }).click();
  await expect(form.getByLabel('Brand')).toHaveValue('');
  await expect(form.getByText('Your draft was restored.')).toBeHidden();
  await page.keyboard.press('Escape');

  await page.goto('/');
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  await form.getByRole('button', { name: 'Create Listing' }).click();
  await expect(page.locator('.photo-add')).toHaveClass(/is-missing/);
  await expect(page.getByLabel('Add photos')).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form).toBeHidden();
});

test('nothing stays hidden after a dialog closes', async ({ browser }) => {
  const [me, buyer] = [await signUp(product.url, 'opener'), await signUp(product.url, 'wisher')];
  await buyer.call('POST', '/api/wtb-listings', {
    title: 'Ring coat, indigo',
    brand: 'Kapital',
    size: 'L',
    maxPrice: '500',
    description: null,
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openBrowser(browser, product.url, 390);
    await page.emulateMedia({ colorScheme });
    await openAs(page, me.email, '/wtb');
    await page
      .getByRole('link', { name: /Ring coat, indigo/ })
      .first()
      .click();
    const detail = page.getByRole('dialog');
    await expect(detail).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detail).toBeHidden();
    await expect(page.locator('#root[aria-hidden], #root [aria-hidden=true] :focus')).toHaveCount(0);
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Create a WTB' }).click();
    await expect(detail).toBeVisible();
    await detail.getByRole('button', { name: 'Close' }).click();
    await expect(detail).toBeHidden();
    await expectNoViolations(page);
  }
});

test('an empty brand search suggests a WTB', async ({ browser }) => {
  const me = await signUp(product.url, 'seeker');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, me.email, '/?brand=Nosuchbrand');
  await expect(page.getByText('0 items')).toBeVisible();
  await expect(page.getByRole('link', { name: 'what others want to buy' })).toHaveAttribute('href', '/wtb');
  await page.getByRole('button', { name: 'Create a WTB for “Nosuchbrand”' }).click();
  await expect(page.getByRole('dialog').getByLabel('Brand')).toHaveValue('Nosuchbrand');
});

test('a bumped card shows when it was bumped', async ({ browser }) => {
  const me = await signUp(product.url, 'bumper');
  const old = await me.list(await phonePhoto(), 'Bumped coat');
  await me.call('PATCH', `/api/listings/${old.id}/bump`);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(product.url);
  await expect(page.locator('.first-heading')).toHaveText(/^All Listings\d+ items?$/);
  await expect(page.locator('.card').first()).toContainText('Bumped just now');
  await context.close();
});

test('the conversation filters fit in one row', async ({ browser }) => {
  const me = await signUp(product.url, 'filterer');
  const { page } = await openBrowser(browser, product.url, 1280);
  await openAs(page, me.email);
  await page.getByRole('button', { name: 'Messages' }).click();
  const filters = page.getByRole('radiogroup', { name: 'Show conversations' }).locator('label');
  await expect(filters).toHaveCount(7);
  const tops = await filters.evaluateAll((all) =>
    all.map((each) => Math.round(each.getBoundingClientRect().top)),
  );
  expect(new Set(tops).size).toBe(1);
});

test('a sold listing links to more of its brand', async ({ browser }) => {
  const [seller, other] = [await signUp(product.url, 'sold'), await signUp(product.url, 'same')];
  const sold = await seller.list(await phonePhoto(), 'Sold coat');
  await seller.list(await phonePhoto(), 'Still here');
  await other.list(await phonePhoto(), 'Same brand');
  await seller.call('PATCH', `/api/listings/${sold.id}/sold`);
  const { username } = await seller.call<{ username: string }>('GET', '/api/auth/user');
  const { page } = await openBrowser(browser, product.url, 390);
  await page.goto(`/listing/${sold.id}`);
  await expect(page.getByRole('region', { name: 'More from Kapital' })).toContainText('Same brand');
  await expect(page.getByRole('region', { name: `More from ${username}` })).toContainText('Still here');
  await expect(page.getByText(/never handles payment/)).toHaveCount(0);
  await expectNoViolations(page);
});

test('all filters fit in one row at 768 px', async ({ browser }) => {
  const me = await signUp(product.url, 'narrow');
  await me.list(await phonePhoto(), 'Ring coat');
  const { page } = await openBrowser(browser, product.url, 768);
  await page.goto('/');
  const middleOf = async (label: string) => {
    const { y, height } = await boxOf(page, `.filter-bar label:has-text("${label}")`);
    return y + height / 2;
  };
  await expect(page.getByLabel('Hide sold')).toBeVisible();
  expect(Math.abs((await middleOf('Hide sold')) - (await middleOf('Size')))).toBeLessThan(8);
  expect(Math.abs((await middleOf('Hide sold')) - (await middleOf('Sort by')))).toBeLessThan(8);
});
