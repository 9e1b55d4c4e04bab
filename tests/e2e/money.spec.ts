import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { formatExactPrice, formatPrice } from '@selvedge/shared/platform/format';
import { fromCents } from '@selvedge/shared/platform/money';
import { type Browser, expect, type Page } from 'playwright/test';
import { COMMON_MONEY } from '../support/data/money.ts';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { openAs, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test, testInFull } from './test.ts';

const product = prepareProduct();
let seller: Awaited<ReturnType<typeof signUp>>;
let buyer: Awaited<ReturnType<typeof signUp>>;
let admin: Awaited<ReturnType<typeof signUp>>;
let sellerName: string;
let listingId: string;
let wantedId: string;

test.beforeAll(async () => {
  [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  sellerName = (await seller.call<{ username: string }>('GET', '/api/auth/user')).username;
  admin = await signUp(product.url, 'admin');
  const { username } = await admin.call<{ username: string }>('GET', '/api/auth/user');
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
  listingId = (await seller.list(await phonePhoto())).id;
  await seller.call('PATCH', `/api/listings/${listingId}/price`, { price: '10000000' });
  const typed = { title: 'Geobasket', brand: 'Rick Owens', size: '43', maxPrice: '900' };
  wantedId = (await seller.call<Wanted>('POST', '/api/wtb-listings', typed)).id;
});

interface Place {
  /** The label of its money field. */
  label: string;
  path: () => string;
  isBuyer?: boolean;
  isAdmin?: boolean;
  width?: number;
  /** The buttons, or items of a menu, that open it. */
  open: string[];
  /** The name of its form; without, it is in a dialog, or among the filters. */
  form?: string;
  /** Sends it, where that shows what the server understood. */
  send?: string;
}

/** Where the money field of each source file is used. */
const PLACES: Record<string, Place[]> = {
  'web/src/items/listings/listing-fieldset.tsx': [
    { label: 'Price (USD)', path: () => '/', open: ['Sell Item'], send: 'Create Listing' },
  ],
  'web/src/items/listings/price-form.tsx': [
    {
      ...{ label: 'New Price (USD)', path: () => `/profile/${sellerName}` },
      ...{ open: ['Actions for Type II trucker', 'Update Price'], send: 'Update Price' },
    },
    {
      ...{ label: 'New Price (USD)', path: () => `/listing/${listingId}` },
      ...{ open: ['Discount Item'], send: 'Apply Discount' },
    },
  ],
  'web/src/items/wanted/wanted-fieldset.tsx': [
    { label: 'Maximum Budget (USD)', path: () => '/wtb', open: ['Create a WTB'], send: 'Create WTB' },
    {
      ...{ label: 'Maximum Budget (USD)', path: () => `/wtb/${wantedId}` },
      ...{ open: ['Edit'], send: 'Save Changes' },
    },
  ],
  'web/src/deals/offers/offer-fields.tsx': [
    {
      ...{ label: 'Amount (USD)', path: () => `/listing/${listingId}`, isBuyer: true },
      ...{ open: ['Make Offer'], send: 'Send Offer' },
    },
    {
      ...{ label: 'Amount (USD)', path: () => `/wtb/${wantedId}`, isBuyer: true },
      ...{ open: ['Make Offer'], send: 'Send Offer' },
    },
  ],
  'web/src/notifications/discord/channel-form.tsx': [
    {
      ...{ label: 'Up to a price of', path: () => '/admin?tab=instance', isAdmin: true },
      ...{ open: ['Add a Channel'], form: 'New Discord channel', send: 'Add' },
    },
  ],
  'web/src/items/listings/filter-fields.tsx': [
    { label: 'Price from', path: () => '/', open: [] },
    { label: 'Price to', path: () => '/', open: [] },
    { label: 'Price to', path: () => '/', open: ['Filters'], width: 390, send: 'Show Items' },
  ],
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const sources = (pattern: RegExp) =>
  globSync('web/src/**/*.tsx', { cwd: ROOT })
    .filter((file) => pattern.test(readFileSync(ROOT + file, 'utf8')))
    .sort();

test('every money field is tested here', () => {
  const used = sources(/<(?:Prefixed)?Money(?:Input|Field)\b/).filter(
    (file) => !file.startsWith('web/src/ui/'),
  );
  expect(used).toEqual(Object.keys(PLACES).sort());
});

test('there is one field for money', () => {
  expect(sources(/inputMode="decimal"|type="number"/)).toEqual(['web/src/ui/money-input.tsx']);
});

async function openPlace(browser: Browser, place: Place) {
  const { page } = await openBrowser(browser, product.url, place.width);
  const member = place.isAdmin ? admin : place.isBuyer ? buyer : seller;
  await openAs(page, member.email, place.path());
  for (const name of place.open) {
    const item = page.getByRole('menuitem', { name, exact: true });
    await page.getByRole('button', { name, exact: true }).or(item).first().click();
  }
  // The bar of a page lies behind its sheet.
  const box =
    place.open.length > 0 ? page.getByRole('dialog') : page.getByRole('region', { name: 'Filters' });
  const form = place.form ? page.getByRole('form', { name: place.form }) : box;
  const field = form.getByLabel(place.label);
  await expect(field).toBeVisible();
  return { page, form, field, echo: field.locator('xpath=following::*[contains(@class, "money-echo")][1]') };
}

const nameOf = ({ open, label, isBuyer, path }: Place) =>
  [path.toString().slice(6), ...open, label, ...(isBuyer ? ['buyer'] : [])].join(' › ');

// The first place of each source file in every run.
const places = Object.values(PLACES).flatMap((all) =>
  all.map((place, i) => ({ place, run: i === 0 ? test : testInFull })),
);

for (const { place, run } of places) {
  run(`money typed as people do is understood: ${nameOf(place)}`, async ({ browser }) => {
    const { form, field, echo } = await openPlace(browser, place);
    for (const [typed, cents] of COMMON_MONEY) {
      await field.fill(typed);
      await expect(field).toHaveValue(typed);
      await expect(echo).toHaveText(formatExactPrice(fromCents(cents), 'USD'));
    }
    for (const typed of ['abc', '10000000,01']) {
      await field.fill(typed);
      if (place.send) await form.getByRole('button', { name: place.send, exact: true }).click();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveValue(typed);
    }
  });
}

/** The amount in the request that a form sends. */
async function sentBy(page: Page, send: () => Promise<void>): Promise<Record<string, unknown>> {
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() !== 'GET' && one.postData()?.includes('1234.56') === true),
    send(),
  ]);
  return request.postDataJSON();
}

test('a price typed with a comma is understood', async ({ browser }) => {
  const [, place] = PLACES['web/src/items/listings/price-form.tsx'] as [Place, Place];
  const { page, form, field } = await openPlace(browser, place);
  await field.fill('1.234,56');
  expect(await sentBy(page, () => form.getByRole('button', { name: 'Apply Discount' }).click())).toEqual({
    newPrice: '1234.56',
  });
  await expect(page.getByText(formatPrice('1234.56', 'USD')).first()).toBeVisible();
});

test('the caret stays where someone corrects an amount', async ({ browser }) => {
  const [place] = PLACES['web/src/items/wanted/wanted-fieldset.tsx'] as [Place];
  const { page, field } = await openPlace(browser, place);
  await field.fill('1.234,56');
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 1));
  await page.keyboard.type('€2');
  await expect(field).toHaveValue('1€2.234,56');
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3);
});
