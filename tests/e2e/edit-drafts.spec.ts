import type { Wanted } from '@selvedge/shared/items/wanted';
import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { openAs, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();
let seller: Awaited<ReturnType<typeof signUp>>;
let listingId: string;
let wantedId: string;
test.beforeAll(async () => {
  seller = await signUp(product.url, 'seller');
  listingId = (await seller.list(await phonePhoto())).id;
  const wanted = { title: 'Geobasket', brand: 'Rick Owens', size: '43', maxPrice: '900' };
  wantedId = (await seller.call<Wanted>('POST', '/api/wtb-listings', wanted)).id;
});

const form = (page: Page) => page.getByRole('dialog').last();
const EDITS = [
  { path: () => `/listing/${listingId}`, open: 'Edit Listing', label: 'Title', isNoted: true },
  { path: () => `/listing/${listingId}`, open: 'Discount Item', label: 'New Price (USD)' },
  { path: () => `/wtb/${wantedId}`, open: 'Edit', label: 'Brand', isNoted: true },
];

async function openEdit(browser: Browser, { path, open, label }: (typeof EDITS)[number]) {
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, seller.email, path());
  const show = () => page.getByRole('button', { name: open, exact: true }).click();
  await show();
  return { page, show, field: form(page).getByLabel(label) };
}

for (const edit of EDITS) {
  test(`Escape keeps what was typed: ${edit.open}`, async ({ browser }) => {
    const { page, show, field } = await openEdit(browser, edit);
    await field.fill('123');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    if (edit.open === 'Edit') await page.goto(edit.path());
    await show();
    await expect(field).toHaveValue('123');
    if (edit.isNoted) await expect(page.getByText('Your draft was restored.')).toBeVisible();
  });
}

test('a saved edit leaves no draft', async ({ browser }) => {
  const [edit] = EDITS as [(typeof EDITS)[number]];
  const { page, show, field } = await openEdit(browser, edit);
  await field.fill('Ring coat');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Listing updated successfully!')).toBeVisible();
  await show();
  await expect(field).toHaveValue('Ring coat');
  await expect(page.getByText('Your draft was restored.')).toBeHidden();
});
