import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { phonePhoto, textNamedJpeg } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { fileOf } from '../input-device.ts';
import { openAccount, openAs, openBrowser, sendMessage } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

/** Expects a toast titled 'Error' with the reason. */
const expectError = async (page: Page, why: string | RegExp) => {
  const toast = page.locator('[data-scope=toast][data-part=root]').filter({ hasText: why });
  await expect(toast.getByText('Error', { exact: true })).toBeVisible();
};

test('a refused change shows a toast titled Error', async ({ browser }) => {
  const [seller, me] = [await signUp(product.url, 'seller'), await signUp(product.url, 'me')];
  const coat = await seller.list(await phonePhoto(), 'Ring coat');
  const { username } = await me.call<{ username: string }>('GET', '/api/auth/user');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, me.email, `/profile/${username}`);

  await page.getByRole('button', { name: 'Settings' }).click();
  await page
    .getByLabel('Profile picture', { exact: true })
    .setInputFiles(await fileOf(textNamedJpeg(), 'a.jpg'));
  await expectError(page, 'Error processing image');
  await page.getByRole('tab', { name: 'Username' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const taken = (await seller.call<{ username: string }>('GET', '/api/auth/user')).username;
  await page.getByRole('textbox', { name: 'Username' }).fill(taken);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectError(page, 'This username is already taken.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Sell Item' }).click();
  await page.getByLabel('Add photos').setInputFiles(await fileOf(textNamedJpeg(), 'notes.jpg'));
  await expectError(page, /^ErrorUpload failed for notes\.jpg: /);
  await page.keyboard.press('Escape');

  await page.goto(`/listing/${coat.id}`);
  await page.getByRole('button', { name: 'Message Seller' }).click();
  const calls = /\/api\/conversations$/;
  await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }));
  await sendMessage(page, 'Still there?');
  await expectError(page, 'Failed to create conversation. Please try again.');
  await page.unroute(calls);
  await page.route(calls, (route) => route.abort());
  await sendMessage(page, 'Still there?');
  await expectError(page, 'Failed to start conversation. Please try again.');
});

test('a new WTB is confirmed before its matches appear', async ({ browser }) => {
  const [seller, me] = [await signUp(product.url, 'weaver'), await signUp(product.url, 'seeker')];
  await seller.list(await phonePhoto(), 'Sashiko vest');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, me.email, '/wtb');
  await page.getByRole('button', { name: 'Create a WTB' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('What are you looking for?').fill('Sashiko vest');
  await form.getByLabel('Brand').fill('Kapital');
  await form.getByLabel('Size').fill('L');
  await form.getByLabel('Maximum Budget (USD)').fill('500');
  await form.getByRole('button', { name: 'Create WTB' }).click();
  await expect(page.getByText('Your WTB listing has been created!')).toBeVisible();
  const matches = page.getByRole('dialog', { name: 'Matches for Your WTB' });
  await expect(matches.getByRole('link', { name: /Sashiko vest/ })).toBeVisible();
  await matches.getByRole('button', { name: 'Done' }).click();
  await expect(matches).toBeHidden();
});

test('the avatar menu opens the account settings', async ({ browser }) => {
  const me = await signUp(product.url, 'walker');
  for (const width of [1280, 390]) {
    const { page } = await openBrowser(browser, product.url, width);
    await openAs(page, me.email, '/about');
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sell Item' })).toBeVisible({ visible: width < 768 });
    await page.keyboard.press('Escape');
    await openAccount(page, 'Account');
    const dialog = page.getByRole('dialog', { name: 'Account' });
    await expect(dialog.getByRole('tab')).toHaveText(['Account', 'Notifications', 'Two-step']);
    const topOf = async () => (await dialog.boundingBox())?.y;
    const top = await topOf();
    for (const tab of ['Notifications', 'Two-step', 'Account']) {
      await dialog.getByRole('tab', { name: tab }).click();
      await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible();
      expect(await topOf()).toBe(top);
    }
  }
});

test('a bumped listing moves up at once', async ({ browser }) => {
  const me = await signUp(product.url, 'riser');
  await me.list(await phonePhoto(), 'Old coat');
  await me.list(await phonePhoto(), 'New coat');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, me.email);
  const cards = page.locator('.card');
  await expect(cards.first()).toContainText('New coat');
  // A card opens its listing in a new tab.
  const [detail] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /Old coat/ }).click(),
  ]);
  await detail.getByRole('link', { name: 'Selvedge, home' }).click();
  await expect(detail.locator('.card').first()).toContainText('New coat');
  await detail.goBack();
  await detail.getByRole('button', { name: 'Bump Listing' }).click();
  await expect(detail.getByText('Listing bumped to the top successfully')).toBeVisible();
  await expect(cards.first()).toContainText('Old coat');
  await detail.getByRole('link', { name: 'Selvedge, home' }).click();
  await expect(detail.locator('.card').first()).toContainText('Old coat');
  await expect(page.getByText('1 new listing')).toBeHidden();
});

test('without the web worker, a library compresses the photo', async ({ browser }) => {
  const me = await signUp(product.url, 'sender');
  const { page } = await openBrowser(browser, product.url);
  await page.route(/compress\.worker/, (route) => route.abort());
  await openAs(page, me.email);
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  const large = await phonePhoto({ width: 2400, height: 3200, quality: 95 });
  const [request] = await Promise.all([
    page.waitForRequest(/\/api\/uploads\/listings$/),
    page.getByLabel('Add photos').setInputFiles(await fileOf(large, 'front.jpg')),
  ]);
  const body = request.postDataBuffer() ?? Buffer.alloc(0);
  const start = body.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
  const { format, width, height } = await sharp(body.subarray(start)).metadata();
  expect([format, Math.max(width, height)]).toEqual(['jpeg', 1800]);
  expect(body.length).toBeLessThan(1_200_000);
});
