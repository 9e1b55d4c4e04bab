import type { Message } from '@selvedge/shared/conversations/conversations';
import { expect, type Locator, type Page } from 'playwright/test';
import { heicPicture, phonePhoto, transparentPng } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { expectNoViolations } from './axe.ts';
import { fileOf } from './input-device.ts';
import { openAs, openBrowser, outgoingCount, sendMessage } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

/** Dispatches the browser's events for a file that is dropped on the thread, or pasted. */
async function transferFile(page: Page, by: 'drop' | 'paste', picture: Blob, name: string): Promise<void> {
  const content = [...new Uint8Array(await picture.arrayBuffer())];
  await page.getByLabel('Message', { exact: true }).evaluate(
    (field, { bytes, type, fileName, how }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], fileName, { type }));
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      field.dispatchEvent(event);
    },
    { bytes: content, type: picture.type, fileName: name, how: by },
  );
}

const photosIn = (page: Page) => page.getByRole('log').getByRole('button', { name: /^Photo from/ });
/** What waits in the composer. */
const addedPhotos = (page: Page) => page.getByRole('list', { name: 'Photos to send' }).getByRole('listitem');
const send = (page: Page) => page.getByRole('button', { name: 'Send message' });
/** Whether every photo of the thread is loaded, from the server or locally, and painted. */
const allDrawn = (page: Page) =>
  page
    .locator('.chat-photo img')
    .evaluateAll((all) => all.length > 0 && all.every((img) => (img as HTMLImageElement).naturalWidth > 0));

test('photos sent from a phone are seen at once', async ({ browser }) => {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const [upright, lying] = [await phonePhoto(), await transparentPng(640, 360)];
  const listing = await seller.list(upright, 'Ring coat');
  const phone = await openBrowser(browser, product.url, 390);
  const desk = await openBrowser(browser, product.url);
  for (const [{ page }, { email }] of [
    [phone, buyer],
    [desk, seller],
  ] as const) {
    await openAs(page, email);
  }
  const { page } = phone;
  /** Waits until the seller has `count` photos; the thread renders only those near the viewport. */
  const arrived = async (count: number) => {
    const photos = async () => {
      const [conversation] = await seller.call<{ id: string }[]>('GET', '/api/conversations');
      const messages = await seller.call<Message[]>('GET', `/api/conversations/${conversation?.id}/messages`);
      return messages.filter(({ messageType }) => messageType === 'image').length;
    };
    await expect.poll(photos).toBe(count);
  };

  // The first message about an item is two photos, picked together; a third file is refused, and the typed
  // text stays.
  await page.goto(`/listing/${listing.id}`);
  await page.getByRole('button', { name: 'Message Seller' }).click();
  await page.getByLabel('Message', { exact: true }).fill('Is this the same seam?');
  const files = page.getByLabel('Photos', { exact: true });
  // Some file pickers do not know the type of HEIC.
  await expect(files).toHaveAttribute('accept', /\.heic,\.heif$/);
  await files.setInputFiles([
    await fileOf(upright, 'front.jpg'),
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    await fileOf(lying, 'label.png'),
  ]);
  await page.waitForURL(/\/messages\/.+/);
  await expect(page.getByText('Please select a valid image file (JPEG, PNG, GIF, or WebP)')).toBeVisible();
  await expect(photosIn(page)).toHaveCount(2);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Is this the same seam?');

  // The seller sees them immediately, each in a box of its own aspect ratio.
  await desk.page.getByRole('button', { name: 'Messages, 1 unread conversation' }).click();
  await desk.page.getByRole('button', { name: /Photo/ }).click();
  await expect(photosIn(desk.page)).toHaveCount(2);
  await expect.poll(() => allDrawn(desk.page)).toBe(true);
  const shapes = await photosIn(desk.page).evaluateAll((all) =>
    all.map((one) => (one.clientWidth / one.clientHeight).toFixed(1)),
  );
  expect(shapes).toEqual(['0.8', '1.8']);

  await transferFile(page, 'drop', lying, 'dropped.png');
  await transferFile(page, 'paste', upright, 'pasted.jpg');
  await expect(addedPhotos(page)).toHaveCount(2);
  await expectNoViolations(page);
  await transferFile(page, 'paste', upright, 'wrong.jpg');
  await page.getByRole('button', { name: 'Remove photo 3' }).click();
  await expect(addedPhotos(page)).toHaveCount(2);
  await arrived(2);
  await sendMessage(page, 'Is this the same seam?');
  await expect(addedPhotos(page)).toHaveCount(0);
  await arrived(4);
  await expect(desk.page.locator('.bubble').last()).toHaveText('Is this the same seam?');

  // The sender's browser cannot decode HEIC either, until the server has converted it.
  await transferFile(page, 'drop', heicPicture(), 'phone.heic');
  await send(page).click();
  await arrived(5);
  await expect(photosIn(page)).toHaveCount(5);
  await expect.poll(() => allDrawn(page)).toBe(true);

  // A refused photo shows the reason, and is sent on retry.
  await page.route('**/images', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } }),
  );
  await transferFile(page, 'paste', lying, 'refused.png');
  await send(page).click();
  await expect(page.getByText('Not sent. Failed to send image. Please try again.')).toBeVisible();
  await page.unroute('**/images');
  await page.getByRole('button', { name: 'Resend' }).click();
  await arrived(6);
  await expect(desk.page.locator('.bubble').last()).toHaveClass(/is-photo/);

  // A photo that waits for a connection survives a reload.
  await page.route('**/images', (route) => route.abort());
  await transferFile(page, 'paste', upright, 'waiting.jpg');
  await send(page).click();
  await expect(page.getByLabel('Sending photo')).toBeVisible();
  await expect.poll(() => outgoingCount(page)).toBe(1);
  await page.reload();
  await expect(page.getByLabel('Sending photo')).toBeVisible();
  await page.unroute('**/images');
  await arrived(7);
  await expect(page.getByText('Sending…')).toHaveCount(0);

  // Photo URLs expire; expired ones are replaced.
  await desk.page.route('**/messages?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/until=\d+/g, 'until=1') });
  });
  // Until the server responds, the browser shows the cached photos.
  const replaced = desk.page.waitForResponse(/\/api\/messages\/[^/]+\/image$/);
  await desk.page.reload();
  await replaced;
  await expect(photosIn(desk.page).last()).toBeVisible();
  await expect.poll(() => allDrawn(desk.page)).toBe(true);

  // A pressed photo fills the screen; Escape returns to the thread.
  await photosIn(desk.page).last().press('Enter');
  const viewer = desk.page.getByRole('dialog', { name: /^Photo from/ });
  await expect(viewer.locator('img')).toBeVisible();
  await expect
    .poll(() => viewer.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await desk.page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(desk.page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  await expect(photosIn(desk.page).last()).toBeFocused();
  for (const one of [phone, desk]) {
    await expectNoViolations(one.page);
  }
});

/** Pastes cells of a spreadsheet: text, a table, and a picture of it. */
const pasteCells = (field: Locator) =>
  field.evaluate(async (one) => {
    const canvas = document.createElement('canvas');
    const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done));
    const data = new DataTransfer();
    data.setData('text/plain', 'Chest\t54');
    data.setData('text/html', '<table><tr><td>Chest</td><td>54</td></tr></table>');
    data.items.add(new File([picture ?? ''], 'image.png', { type: 'image/png' }));
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    // A script's event pastes no text: the browser does unless the page prevents it.
    return one.dispatchEvent(event);
  });

test('pasted cells of a spreadsheet stay text', async ({ browser }) => {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const listing = await seller.list(await phonePhoto(), 'Ring coat');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, buyer.email);
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  expect(await pasteCells(page.getByRole('dialog').getByLabel('Description'))).toBe(true);
  await expect(page.getByText('0 of 8')).toBeVisible();
  await page.goto(`/listing/${listing.id}`);
  await page.getByRole('button', { name: 'Message Seller' }).click();
  expect(await pasteCells(page.getByLabel('Message', { exact: true }))).toBe(true);
  await expect(addedPhotos(page)).toHaveCount(0);
});
