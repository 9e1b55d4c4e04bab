import { type Browser, expect } from 'playwright/test';
import { heicPicture, transparentPng } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { untilAnimationsEnd } from '../axe.ts';
import { photo } from '../flows/listings.ts';
import { fileOf } from '../input-device.ts';
import { openAs, openBrowser } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

/** The open form of a new listing, whose uploads wait for `arrival`; the one named `lost` never arrives. */
async function openWaitingForm(browser: Browser) {
  const seller = await signUp(product.url, 'seller');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, seller.email);
  const arrival = Promise.withResolvers<void>();
  await page.route('/api/uploads/listings', async (route) => {
    if (route.request().postDataBuffer()?.includes('lost')) return await route.abort();
    await arrival.promise;
    await route.continue();
  });
  const sell = page.getByRole('button', { name: 'Sell Item' }).first();
  await sell.click();
  return { page, arrival, sell, form: page.getByRole('dialog', { name: 'Create Listing' }) };
}

test('photos are pasted into the form from anywhere', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, seller.email);

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

test('Escape drops a dragged photo before closing the form', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  const { id } = await seller.list(await transparentPng(60, 80), 'Ring coat');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, seller.email);
  await page.goto(`/listing/${id}`);
  const edit = page.getByRole('button', { name: 'Edit Listing' });
  await edit.click();
  const form = page.getByRole('dialog', { name: 'Edit Listing' });
  const pressOutside = () => page.mouse.click(5, 5);
  await form.getByLabel('Add photos').setInputFiles(await photo('back'));
  await expect(form.getByText('2 of 8')).toBeVisible();
  await pressOutside();
  await expect(form.getByText('2 of 8')).toBeVisible();

  await form.getByLabel('Title').fill('Ring coat, dry');
  await form.getByRole('button', { name: 'Move photo 2', exact: true }).focus();
  await page.keyboard.press('Space');
  // A key pressed before the photo is picked up is lost.
  await expect(async () => {
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('Over position 1.', { exact: true })).toBeAttached({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Put back.', { exact: true })).toBeAttached();
  await pressOutside();
  await expect(form.getByLabel('Title')).toHaveValue('Ring coat, dry');
  await expect(form.getByRole('img', { name: /^Photo \d/ }).last()).toHaveAttribute('alt', 'Photo 2, back');

  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  // The draft of the edit was kept; it can be dropped.
  await edit.click();
  await expect(form.getByLabel('Title')).toHaveValue('Ring coat, dry');
  await form.getByRole('button', { name: 'Start over' }).click();
  await expect(form.getByLabel('Title')).toHaveValue('Ring coat');
  await expect(form.getByText('1 of 8')).toBeVisible();
  // The dialog starts to listen for outside presses shortly after it opens.
  await expect(async () => {
    await pressOutside();
    await expect(form).toBeHidden({ timeout: 1_000 });
  }).toPass();
});

test('a reopened form has the photos still uploading', async ({ browser }) => {
  const { page, arrival, sell, form } = await openWaitingForm(browser);
  await form.getByLabel('Add photos').setInputFiles([await photo('front'), await photo('lost')]);
  await expect(form.getByText(/^Upload failed for lost/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  const arrived = page.waitForResponse('/api/uploads/listings');
  arrival.resolve();
  await arrived;
  await sell.click();
  await expect(form.getByText('2 of 8')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Retry photo 2' })).toBeVisible();
  await expect(form.getByRole('progressbar')).toHaveCount(0);

  await page.reload();
  await sell.click();
  await expect(form.getByRole('img', { name: 'Photo 1, front' })).toBeVisible();
  await expect(form.getByText('1 photo was not uploaded: lost')).toBeVisible();
  const price = form.getByLabel('Price (USD)');
  await price.fill('25000000');
  await form.getByRole('button', { name: 'Create Listing' }).click();
  await expect(form.getByText(/^Price must be/)).toBeVisible();
  await price.fill('12.');
  await form.getByRole('button', { name: 'Create Listing' }).click();
  await expect(form.getByText('Title is required')).toBeVisible();
  await expect(form.getByText(/^Price must be/)).toBeHidden();
});

test('an undecodable photo is shown after its conversion', async ({ browser }) => {
  const { page, arrival, form } = await openWaitingForm(browser);
  await form.getByLabel('Add photos').setInputFiles(await fileOf(heicPicture(), 'front.heic'));
  const shown = form.getByRole('img', { name: 'Photo 1, front.heic' });
  await expect(shown).toBeVisible();
  // Until the server has converted it, no broken-image icon is shown.
  await expect(shown.and(page.locator('img'))).toHaveCount(0);
  arrival.resolve();
  await expect
    .poll(() => shown.and(page.locator('img')).evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(320);
});

for (const [width, height] of [
  [1280, 800],
  [768, 1024],
  [390, 844],
] as const) {
  test(`at ${width} px a toast covers no button`, async ({ browser }) => {
    const seller = await signUp(product.url, 'seller');
    const { page } = await openBrowser(browser, product.url);
    await page.setViewportSize({ width, height });
    await openAs(page, seller.email);
    await page.getByRole('button', { name: 'Sell Item' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create Listing' });
    await form
      .locator('input[type=file]')
      .setInputFiles([
        await fileOf(await transparentPng(), 'good.png'),
        await fileOf(new Blob(['a shopping list']), 'notes.txt'),
      ]);
    const toast = page.locator('[data-scope=toast][data-part=root]').filter({ hasText: 'Upload failed' });
    await expect(toast).toBeVisible();
    await page.evaluate(untilAnimationsEnd);
    for (const name of ['Create Listing', 'Cancel']) {
      const button = form.getByRole('button', { name });
      // A press at its corners hits the button itself unless something covers it.
      const isFree = await button.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const corners = [left + 4, right - 4].flatMap((x) =>
          [top + 4, bottom - 4].map((y) => [x, y] as const),
        );
        return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
      });
      expect([name, isFree]).toEqual([name, true]);
    }
  });
}
