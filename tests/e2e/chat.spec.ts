import { expect } from 'playwright/test';
import { phonePhoto, transparentPng } from '../support/data/pictures.ts';
import { fileOf } from './input-device.ts';
import { keepUsername, openBrowser, sendMessage, signUpAs, textsIn } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct({});

test('two members chat live across a server kill', async ({ browser }) => {
  const seller = await openBrowser(browser, product.url);
  const buyer = await openBrowser(browser, product.url, 390);
  await signUpAs(seller.page, product.dataDir, 'seller@example.com');
  await signUpAs(buyer.page, product.dataDir, 'buyer@example.com');

  // The seller lists an item with photos from a phone and a camera.
  await seller.page.getByRole('button', { name: 'Sell Item' }).first().click();
  const form = seller.page.getByRole('dialog', { name: 'Create Listing' });
  await form
    .locator('input[type=file]')
    .setInputFiles([
      await fileOf(await phonePhoto(), 'IMG_0001.JPG'),
      await fileOf(await transparentPng(), 'label.png'),
    ]);
  await form.getByLabel('Title').fill('Type II trucker, sashiko lining');
  await form.getByLabel('Brand').fill('Kapital');
  await form.getByLabel('Category').selectOption('Outerwear');
  await form.getByLabel('Size').fill('L');
  await form.getByLabel('Condition').selectOption('Used');
  await form.getByLabel('Price (USD)').fill('365');
  await expect(form.getByText('2 of 8')).toBeVisible();
  await form.getByRole('button', { name: 'Create Listing' }).click();
  await keepUsername(seller.page);
  await expect(form).toBeHidden();

  // The buyer finds it on the home page, opens it in a new tab, and writes.
  await buyer.page.goto('/');
  // Wait until the server's markup is replaced: a click during the replacement is lost.
  await expect(buyer.page.locator('.first')).toHaveCount(0);
  const [detail] = await Promise.all([
    buyer.page.context().waitForEvent('page'),
    buyer.page.getByRole('link', { name: /Type II trucker/ }).click(),
  ]);
  await expect(detail.getByRole('heading', { name: 'Type II trucker, sashiko lining' })).toBeVisible();
  await detail.getByRole('button', { name: 'Message Seller' }).click();
  await sendMessage(detail, 'Is it still available?');
  await keepUsername(detail);
  // Back leads from the conversation to the listing, even when the conversation has its own URL.
  await detail.waitForURL(/\/messages\/.+/);
  await detail.goBack();
  await expect(detail.getByRole('dialog')).toBeHidden();
  await detail.getByRole('button', { name: 'Message Seller' }).click();
  await detail.waitForURL(/\/messages\/.+/);
  await detail.goBack();
  await expect(detail.getByRole('dialog')).toBeHidden();
  await detail.goForward();

  // The seller's unread dot appears without a reload; each sees the other's messages.
  await expect(seller.page.getByRole('button', { name: 'Messages, 1 unread conversation' })).toBeVisible();
  await seller.page.getByRole('button', { name: /^Messages/ }).click();
  await seller.page.getByRole('button', { name: /Is it still available/ }).click();
  await expect.poll(() => textsIn(seller.page)).toEqual(['Is it still available?']);
  await sendMessage(seller.page, 'It is. Worn two winters.');
  await expect.poll(() => textsIn(detail)).toEqual(['Is it still available?', 'It is. Worn two winters.']);
  // By attribute, because the top bar is inert beneath the dialog; messages are marked read after a second.
  await expect(seller.page.locator('header button[aria-label="Messages"]')).toBeAttached();
  for (const page of [detail, seller.page])
    await expect(page.getByText('Read', { exact: true })).toBeVisible();

  // The server is killed while both write; messages written meanwhile are stored and arrive once, in order.
  await product.kill();
  for (let i = 1; i <= 3; i += 1) {
    await sendMessage(detail, `buyer while down ${i}`);
    await sendMessage(seller.page, `seller while down ${i}`);
  }
  await expect(detail.getByText('Sending…').last()).toBeVisible();
  await expect(detail.getByText(/The server can't be reached/)).toBeVisible();
  await product.start();
  await expect.poll(async () => (await textsIn(detail)).length).toBe(8);
  await expect(detail.getByText('Sending…')).toHaveCount(0);
  await expect(seller.page.getByText('Sending…')).toHaveCount(0);
  await expect.poll(async () => (await textsIn(seller.page)).length).toBe(8);
  const [atBuyer, atSeller] = [await textsIn(detail), await textsIn(seller.page)];
  expect(atSeller).toEqual(atBuyer);
  for (const name of ['buyer', 'seller']) {
    expect(atBuyer.filter((text) => text.startsWith(`${name} while`))).toEqual(
      [1, 2, 3].map((i) => `${name} while down ${i}`),
    );
  }
});
