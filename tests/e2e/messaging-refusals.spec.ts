import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { openChatWorld, whileFailing } from './chat-world.ts';
import { look } from './look.ts';
import { sendMessage } from './people.ts';
import { test } from './test.ts';

let world: Awaited<ReturnType<typeof openChatWorld>>;
test.beforeAll(async () => {
  world = await openChatWorld({ RATE_LIMITS: 'on' });
});
test.afterAll(() => world.close());

/** The limit of new conversations on an account's first day. */
const FIRST_DAY = 10;
const panel = (page: Page) => page.getByRole('dialog', { name: 'Messages' });

test('a refused first message shows the reason', async ({ browser }) => {
  const [me, seller] = [await world.join('buyer'), await world.join('seller')];
  const [coat, vest] = [await seller.offer('Ring coat'), await seller.offer('Boro vest')];
  const { page } = await world.enter(browser, me, 390);
  const openComposer = async (id: string) => {
    await page.goto(`/listing/${id}`);
    await page.getByRole('button', { name: 'Message Seller' }).click();
    await expect(panel(page).getByText('$365')).toBeVisible();
  };
  const refused = async (text: string | RegExp) => {
    await sendMessage(page, 'Still there?');
    await expect(panel(page).getByRole('alert')).toHaveText(text);
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Still there?');
    await expect(page.getByLabel('Message', { exact: true })).toBeFocused();
  };

  await openComposer(coat.id);
  await whileFailing(page, /\/api\/conversations$/, () =>
    refused('Failed to create conversation. Please try again.'),
  );
  // The listing is sold while the buyer writes.
  await seller.call('PATCH', `/api/listings/${coat.id}/sold`);
  await refused('This listing is no longer available.');

  for (let i = 1; i <= FIRST_DAY; i += 1) await me.writeAbout(await seller.offer(`Coat ${i}`), 'Hello');
  await openComposer(vest.id);
  await refused(
    /^New accounts can start 10 conversations on their first day\. You can start another in 2[34]h$/,
  );
  await look(page, 'newcomer-limit');
  // Rotating a phone keeps the reason.
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('list', { name: 'Conversations' })).toBeVisible();
  await expect(panel(page).getByRole('alert')).toHaveText(/^New accounts can start 10/);
  await look(page, 'newcomer-limit');
});

test('an error is shown only in its conversation', async ({ browser }) => {
  const [me, seller] = [await world.join('buyer'), await world.join('seller')];
  const first = await me.writeAbout(await seller.offer('Ring coat'), 'Is this it?');
  const second = await me.writeAbout(await seller.offer('Boro vest'), 'And this?');
  const { page } = await world.enter(browser, me, 1280);
  const field = page.getByLabel('Message', { exact: true });
  const photos = page.getByLabel('Photos', { exact: true });
  const rows = page.getByRole('list', { name: 'Conversations' });

  // The refusal of a file that is not a photo is shown here, and not in the conversation opened next.
  await page.goto(`/messages/${first.id}`);
  await photos.setInputFiles([{ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }]);
  await expect(panel(page).getByRole('alert')).toHaveText(/^Please select a valid/);
  await rows.getByRole('button', { name: /Boro vest/ }).click();
  await expect(page.getByRole('log').getByText('And this?')).toBeVisible();
  await expect(panel(page).getByRole('alert')).toHaveCount(0);
  await expect(field).toBeFocused();

  // Rotating a phone keeps the edited text.
  await field.press('ArrowUp');
  await expect(panel(page).getByText('Editing', { exact: true })).toBeVisible();
  await field.fill('And this, in brown?');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Back to conversations' })).toBeVisible();
  await expect(field).toHaveValue('And this, in brown?');
  await field.press('Enter');
  await expect(panel(page).getByText('Edited', { exact: true })).toBeVisible();

  // An inconclusive response does not mark a photo unavailable.
  const picture = await transparentPng(60, 80);
  const buffer = Buffer.from(await picture.arrayBuffer());
  await photos.setInputFiles([{ name: 'front.png', mimeType: picture.type, buffer }]);
  const photo = page.getByRole('log').getByRole('button', { name: /^Photo from/ });
  await expect(photo).toBeVisible();
  await page.route(/until=/, (route) => route.abort());
  const json = { code: 'storage_down', message: 'Photos are out of reach' };
  await page.route('**/api/messages/*/image', (route) => route.fulfill({ status: 503, json }));
  const refused = page.waitForResponse('**/api/messages/*/image');
  await page.goto(`/messages/${second.id}`);
  await refused;
  await page.unrouteAll();
  const width = () => photo.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);

  // A conversation that does not exist has no composer.
  await page.goto(`/messages/${randomUUID()}`);
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expect(field).toHaveCount(0);
});
