import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Upload } from '@selvedge/shared/items/listings';
import { expect, type Locator, type Page } from 'playwright/test';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { openAs, openBrowser, textsIn } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

/** A seller and a buyer who have each written a message and sent a photo. */
async function startConversation() {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const { id } = await buyer.openConversation(await seller.list(await phonePhoto()));
  const send = (from: typeof seller, content: string) =>
    from.call<Message>('POST', '/api/messages', { conversationId: id, type: 'text', content });
  await send(buyer, 'Is it still here?');
  await send(seller, 'It is.');
  return { seller, buyer, id };
}

/** Puts a finger down on an element. @returns functions to move and to lift it */
async function touch(page: Page, on: Locator) {
  const { x, y, width, height } = (await on.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  return {
    move: (by: number) =>
      client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ ...at, y: at.y + by }] }),
    lift: () => client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  };
}

async function longPress(page: Page, on: Locator): Promise<void> {
  const finger = await touch(page, on);
  await expect(page.getByRole('menu')).toBeVisible();
  await finger.lift();
}
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

test('a long press on a message opens its menu', async ({ browser }) => {
  const { seller, id } = await startConversation();
  const { page } = await openBrowser(browser, product.url, 390, {
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await openAs(page, seller.email, `/messages/${id}`);
  await expect.poll(() => textsIn(page)).toEqual(['Is it still here?', 'It is.']);
  const bubbles = page.locator('.bubble');
  const buttons = page.getByRole('button', { name: 'Message actions' });

  // The messages have no other controls.
  await expect(page.getByRole('button', { name: 'Report message' })).toHaveCount(0);
  for (const button of await buttons.all()) await expect(button).toHaveCSS('opacity', '0');

  await longPress(page, bubbles.first());
  await expect(page.getByRole('menuitem')).toHaveText(['Copy Text', 'Report Message']);
  await item(page, 'Copy Text').tap();
  await expect(page.getByText('Message copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Is it still here?');

  await longPress(page, bubbles.first());
  await item(page, 'Report Message').tap();
  const form = page.getByRole('dialog', { name: 'Report this message' });
  await form.getByRole('button', { name: 'Cancel' }).tap();
  await expect(form).toBeHidden();
  await expect(buttons.first()).toBeFocused();

  await longPress(page, bubbles.last());
  await expect(page.getByRole('menuitem')).toHaveText(['Copy Text', 'Edit', 'Unsend']);
  await item(page, 'Unsend').tap();
  await page.getByRole('button', { name: 'Unsend', exact: true }).tap();
  await expect.poll(() => textsIn(page)).toEqual(['Is it still here?', 'You unsent a message']);
  await expect(buttons).toHaveCount(1);

  // A moving finger scrolls and opens no menu.
  const finger = await touch(page, bubbles.first());
  await finger.move(30);
  await page.waitForTimeout(800);
  await finger.lift();
  await expect(page.getByRole('menu')).toBeHidden();
});

test('a long press on a photo opens its menu', async ({ browser }) => {
  const { seller, buyer, id } = await startConversation();
  const form = new FormData();
  form.set('image', await phonePhoto(), 'label.jpg');
  const { url: imageUrl } = await buyer.call<Upload>('POST', `/api/conversations/${id}/images`, form);
  await buyer.call('POST', '/api/messages', { conversationId: id, type: 'image', url: imageUrl });
  const { page } = await openBrowser(browser, product.url, 390, { hasTouch: true, isMobile: true });
  await openAs(page, seller.email, `/messages/${id}`);
  const photo = page.getByRole('button', { name: /^Photo from/ });
  await expect(photo).toBeVisible();
  await longPress(page, photo);
  await expect(page.getByRole('menuitem')).toHaveText(['Report Message']);
  await expect(page.getByRole('dialog', { name: /^Photo from/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await photo.tap();
  await expect(page.getByRole('dialog', { name: /^Photo from/ })).toBeVisible();
});
