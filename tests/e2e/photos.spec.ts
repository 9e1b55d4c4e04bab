import { expect } from 'playwright/test';
import { signUp } from '../support/account.ts';
import { transparentPng } from '../support/pictures.ts';
import { arriveAs, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

test('photos are pasted into the form, wherever the cursor is', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  const { page } = await openBrowser(browser, product.url);
  await arriveAs(page, seller.email);

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

  await expect(page.getByRole('link', { name: /Ring coat/ })).toBeVisible();
});
