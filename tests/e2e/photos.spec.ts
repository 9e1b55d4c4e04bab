import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'playwright/test';
import { signUp } from '../support/account.ts';
import { transparentPng } from '../support/pictures.ts';
import { freePort, startProduct } from '../support/product.ts';
import { makeTempDir } from '../support/temp.ts';
import { openBrowser, PASSWORD, signIn } from './people.ts';

const dir = makeTempDir();
let product: Awaited<ReturnType<typeof startProduct>>;

test.beforeAll(async () => {
  const env = { AUTH_AUTOCONFIRM: 'true' };
  const entry = 'server/build/app/main.js';
  product = await startProduct({ entry, dataDir: dir.path, port: await freePort(), env });
});
test.afterAll(async () => {
  await product.stop();
  dir.remove();
});

test('photos are pasted into the form, and looked at over the whole screen by keyboard', async ({
  browser,
}) => {
  const seller = await signUp(product.url, 'seller');
  const { page, complaints } = await openBrowser(browser, product.url);
  await page.goto('/login');
  await signIn(page, seller.email, PASSWORD);

  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Title').fill('Ring coat');
  for (const photo of [await transparentPng(), await transparentPng()]) {
    const bytes = [...new Uint8Array(await photo.arrayBuffer())];
    await form.getByLabel('Title').evaluate(
      (field, { content, type }) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(content)], 'pasted', { type }));
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      },
      { content: bytes, type: photo.type },
    );
  }
  await expect(form.getByText('2 of 8')).toBeVisible();
  await form.getByLabel('Brand').fill('Kapital');
  await form.getByLabel('Category').selectOption('Outerwear');
  await form.getByLabel('Size').fill('3');
  await form.getByLabel('Condition').selectOption('Used');
  await form.getByLabel('Price (USD)').fill('900');
  await form.getByRole('button', { name: 'Create Listing' }).click();
  await expect(form).toBeHidden();

  const href = await page.getByRole('link', { name: /Ring coat/ }).getAttribute('href');
  await page.goto(href ?? '');
  const open = page.getByRole('button', { name: 'View full screen' });
  await open.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('1 / 2')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('2 / 2')).toBeVisible();
  const zoom = viewer.getByRole('button', { name: 'Zoom in on photo 2' });
  await zoom.press('Enter');
  await expect(zoom).toHaveAttribute('aria-pressed', 'true');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(open).toBeFocused();
  expect(complaints).toEqual([]);
});
