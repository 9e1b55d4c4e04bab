import type { Wanted } from '@selvedge/shared/items/wanted';
import { expect, type Page } from 'playwright/test';
import { readConfig } from '../../../server/src/config.ts';
import { changeSettings } from '../../../server/src/instance/settings/change-settings.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { expectNoViolations } from '../axe.ts';
import { openAs, openBrowser, sendMessage } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();
test.beforeAll(async () => {
  const db = await openDatabase(readConfig({ DATA_DIR: product.dataDir }).databaseUrl, createLog('error'));
  await changeSettings(db, { currency: 'CAD' }, null);
  await db.close();
  await expect.poll(async () => (await fetch(product.url)).text()).toContain('"CAD"');
});

/** Everything that a page shows or labels, without the amounts of its own currency. */
const shownOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((element) =>
      ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...labels].join('\n').replaceAll('CA$', '¤');
  });

async function expectOwnCurrency(page: Page): Promise<void> {
  const shown = await shownOn(page);
  expect(shown).toContain('¤');
  expect(shown).not.toMatch(/\$|USD|dollar/);
}

for (const width of [1280, 390]) {
  test(`no screen in Canadian dollars shows US dollars (${width})`, async ({ browser }) => {
    const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
    const listing = await seller.list(await phonePhoto(), 'Ring coat');
    const wanted = await buyer.call<Wanted>('POST', '/api/wtb-listings', {
      ...{ title: 'Ring coat', brand: 'Kapital', size: 'L', maxPrice: '900.50' },
    });
    const { page } = await openBrowser(browser, product.url, width);
    await openAs(page, seller.email, '/?minPrice=10&maxPrice=500');
    await expect(page.getByText('CA$10 to CA$500').first()).toBeVisible();
    await expectOwnCurrency(page);
    await page.goto(`/wtb/${wanted.id}`);
    await expect(page.getByText('CA$900.50').first()).toBeVisible();
    await expectOwnCurrency(page);
    await page.goto(`/listing/${listing.id}`);
    await expect(page.getByText('CA$365').first()).toBeVisible();
    await expectOwnCurrency(page);

    await page.getByRole('button', { name: 'Discount Item' }).click();
    const price = page.getByLabel('New Price (CAD)');
    await price.fill('CA$1,299.50');
    await expect(page.getByText('CA$1,299.50', { exact: true })).toBeVisible();
    // The symbol before the field does not cover what is typed.
    const [symbol, start] = await price.evaluate((field) => {
      const before =
        field.parentElement?.querySelector('[data-part], .chakra-input__element') ??
        field.parentElement?.firstElementChild;
      const range = document.createRange();
      range.selectNodeContents(before as Node);
      const padding = Number.parseFloat(getComputedStyle(field).paddingInlineStart);
      return [range.getBoundingClientRect().right, field.getBoundingClientRect().left + padding];
    });
    expect(symbol).toBeLessThanOrEqual(start ?? 0);
    await expectOwnCurrency(page);
    await expectNoViolations(page);
    await price.fill('300');
    await page.getByRole('button', { name: 'Apply Discount' }).click();
    await expect(page.getByText('CA$300').first()).toBeVisible();

    const { page: buying } = await openBrowser(browser, product.url, width);
    await openAs(buying, buyer.email, `/listing/${listing.id}`);
    await buying.getByRole('button', { name: /^Message Seller/ }).click();
    await sendMessage(buying, 'Hello');
    await buying.getByRole('button', { name: 'Item actions' }).click();
    await buying.getByRole('menuitem', { name: 'Make an Offer' }).click();
    await buying.getByLabel('Amount (CAD)').fill('310');
    await buying.getByRole('button', { name: 'Send Offer' }).click();
    await expect(buying.getByText('You can offer up to CA$300.')).toBeVisible();
    await buying.getByLabel('Amount (CAD)').fill('280');
    await buying.getByRole('button', { name: 'Send Offer' }).click();
    await expect(buying.getByText('CA$280').first()).toBeVisible();
    await expectOwnCurrency(buying);
  });
}
