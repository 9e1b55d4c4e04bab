import { expect, type Page } from 'playwright/test';
import { transparentPng } from '../../support/data/pictures.ts';
import { expectIdle, holdRequests, openChatWorld, whileFailing } from '../chat-world.ts';
import { fileOf } from '../input-device.ts';
import { look } from '../look.ts';
import { sendMessage, textsIn } from '../people.ts';
import { test } from '../test.ts';

let world: Awaited<ReturnType<typeof openChatWorld>>;
test.beforeAll(async () => {
  world = await openChatWorld();
});
test.afterAll(() => world.close());

const DAY_MS = 86_400_000;
const panel = (page: Page) => page.getByRole('dialog', { name: 'Messages' });
const field = (page: Page) => page.getByLabel('Message', { exact: true });
const photosIn = (page: Page) => page.getByRole('log').getByRole('button', { name: /^Photo from/ });
const reads = async (page: Page, text: string | RegExp) =>
  expect(panel(page).getByText(text, { exact: true }).first()).toBeVisible();

/** Backdates the first messages by days: the API cannot write into the past. */
async function backdate(page: Page, days: Record<string, number>): Promise<void> {
  await page.route(/\/messages(\?.*)?$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.fallback();
    const response = await route.fetch();
    const messages = (await response.json()) as { content: string; createdAt: string }[];
    for (const one of messages) {
      const back = (days[one.content] ?? 0) * DAY_MS;
      one.createdAt = new Date(Date.parse(one.createdAt) - back).toISOString();
    }
    await route.fulfill({ response, json: messages });
  });
}

const photo = async (name: string, width: number, height: number) =>
  fileOf(await transparentPng(width, height), name);

for (const width of [1280, 390]) {
  test(`a thread at ${width} px shows delivery states`, async ({ browser }) => {
    const [me, seller] = [await world.join('buyer'), await world.join('seller')];
    const coat = await seller.offer('Ring coat');
    const { page } = await world.enter(browser, me, width);

    // Before the first message.
    await page.goto(`/listing/${coat.id}`);
    await page.getByRole('button', { name: 'Message Seller' }).click();
    await expect(panel(page).getByText(/Ask about fit/)).toBeVisible();
    await expect(panel(page).getByText('$365')).toBeVisible();
    await look(page, 'first-words');

    const conversation = await me.writeAbout(coat, 'Hello');
    await seller.send(conversation.id, 'Hello, it is.');
    await me.send(conversation.id, 'Is it avialable?');
    const typo = await me.send(conversation.id, 'Would you measure the slevees?');
    const slip = await me.send(conversation.id, 'Wrong window');
    const socket = me.connect();
    await socket.emitWithAck('message:edit', { messageId: typo.id, content: 'And the sleeves?' });
    await socket.emitWithAck('message:unsend', { messageId: slip.id });
    socket.close();
    await me.call('POST', `/api/conversations/${conversation.id}/mark-read`, { seq: 2 });
    await seller.call('PATCH', `/api/listings/${coat.id}/price`, { price: '299' });
    await seller.send(
      conversation.id,
      'It is 64 cm, photos at https://example.com/ring-coat/with-a-long-address',
    );
    await seller.send(conversation.id, 'Pay me by zelle, friends and family, and it leaves today');

    await page.goto('/about');
    await backdate(page, { Hello: 3, 'Hello, it is.': 1 });
    const open = await holdRequests(page, /\/messages(\?|$)/);
    await page.goto(`/messages/${conversation.id}`);
    await expect(page.getByLabel('Loading messages')).toBeVisible();
    await look(page, 'thread-loading');
    await open();
    await reads(page, 'Yesterday');
    await reads(page, 'Today');
    await reads(page, /Price changed from \$365 to \$299/);
    await reads(page, 'Edited');
    await reads(page, 'You unsent a message');
    await expect(panel(page).getByRole('log').getByText('Unread', { exact: true })).toBeVisible();
    await expect(panel(page).getByRole('note', { name: 'Be careful' })).toBeVisible();
    await expect(page.getByRole('link', { name: /example\.com/ })).toHaveAttribute(
      'rel',
      'noopener noreferrer nofollow ugc',
    );
    await expect(panel(page).getByText('$299', { exact: true })).toBeVisible();
    await look(page, 'thread');

    // The other member connects, which delivers the message, then reads and types.
    await sendMessage(page, 'No, only protected.');
    await reads(page, 'Sent');
    const other = await world.enter(browser, seller, width === 390 ? 1280 : 390);
    await other.page.goto('/messages');
    await reads(page, 'Delivered');
    await look(page, 'delivered');
    await other.page.goto(`/messages/${conversation.id}`);
    await expect(panel(page).getByText('Online', { exact: true }).first()).toBeAttached();
    await reads(page, 'Read');
    await field(other.page).pressSequentially('Fair');
    await expect(panel(page).getByText(`${seller.username} is typing…`)).toBeVisible();
    await look(page, 'typing');
    await field(other.page).fill('');

    // Messages arrive while the viewer reads further up.
    for (let i = 1; i <= 16; i += 1) await me.send(conversation.id, `Question ${i}`);
    await expect(page.locator('.bubble', { hasText: 'Question 16' })).toBeInViewport();
    await reads(page, 'Read');
    await expectIdle(page);
    await expectIdle(other.page);
    await page.getByRole('log').locator('[data-virtuoso-scroller]').hover();
    // A pending scroll to the end may still override the first wheel event.
    await expect(async () => {
      await page.mouse.wheel(0, -600);
      await expect(page.getByRole('button', { name: 'Latest' })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await sendMessage(other.page, 'One answer');
    await sendMessage(other.page, 'Another answer');
    await expect(page.getByRole('button', { name: '2 new messages' })).toBeVisible();
    await look(page, 'new-messages-pill');
    await page.getByRole('button', { name: '2 new messages' }).click();
    await expect(page.locator('.bubble', { hasText: 'Another answer' })).toBeInViewport();

    // Written while offline, and refused after reconnecting, because the other member has blocked the viewer.
    await page.context().setOffline(true);
    await sendMessage(page, 'Are you there?');
    await reads(page, 'Sending…');
    await reads(page, "You're offline. Messages will send when you reconnect.");
    await look(page, 'offline');
    await seller.request('PUT', `/api/blocks/${me.id}`);
    await page.context().setOffline(false);
    await expect(panel(page).getByText(/^Not sent\./)).toBeVisible();
    await reads(page, "You can't message this person.");
    for (const name of ['Resend', 'Delete']) {
      await expect(panel(page).getByRole('button', { name, exact: true })).toBeVisible();
    }
    await look(page, 'failed-and-blocked');
    await panel(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(panel(page).getByText('Are you there?')).toHaveCount(0);
    await seller.request('DELETE', `/api/blocks/${me.id}`);
    await expect(field(page)).toBeVisible();

    // The item is sold, then removed; then its seller is deleted.
    await seller.call('PATCH', `/api/listings/${coat.id}/sold`);
    await reads(page, /Marked as sold/);
    await expect(panel(page).getByText('Sold', { exact: true }).first()).toBeVisible();
    await look(page, 'sold');
    await seller.request('DELETE', `/api/listings/${coat.id}`);
    await expect(panel(page).getByText('Removed', { exact: true }).first()).toBeVisible();
    await expect(
      panel(page)
        .getByText(/Ring coat/)
        .first(),
    ).toBeVisible();
    await look(page, 'removed');
  });

  test(`a photo at ${width} px shows each state`, async ({ browser }) => {
    const [me, seller] = [await world.join('buyer'), await world.join('seller')];
    const chat = await me.writeAbout(await seller.offer('Ring coat'), 'Is this it?');
    const { page } = await world.enter(browser, me, width);
    await page.goto(`/messages/${chat.id}`);
    const chosen = page.getByLabel('Photos', { exact: true });

    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
    await chosen.setInputFiles([large]);
    await reads(page, 'Image file is too large. Please choose a smaller image (max 10MB)');
    await chosen.setInputFiles([{ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }]);
    await reads(page, 'Please select a valid image file (JPEG, PNG, GIF, or WebP)');
    await look(page, 'photo-refused');

    const send = await holdRequests(page, '**/images');
    await chosen.setInputFiles([await photo('front.png', 600, 800), await photo('label.png', 640, 360)]);
    await expect(page.getByLabel('Sending photo')).toHaveCount(2);
    await expect(page.getByRole('alert').filter({ hasText: 'Please select a valid' })).toHaveCount(0);
    await look(page, 'photos-sending');
    await send();
    await expect(photosIn(page)).toHaveCount(2);

    await whileFailing(page, '**/images', async () => {
      await chosen.setInputFiles([await photo('seam.png', 300, 300)]);
      await reads(page, 'Not sent. Failed to send image. Please try again.');
      await look(page, 'photo-failed');
    });
    // A text file with the name and type of a picture.
    await chosen.setInputFiles([{ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }]);
    await reads(page, 'Not sent. Please select a valid image file (JPEG, PNG, GIF, or WebP)');
    await panel(page).getByRole('button', { name: 'Delete', exact: true }).last().click();
    await panel(page).getByRole('button', { name: 'Resend' }).click();
    await expect(photosIn(page)).toHaveCount(3);
    await expect(page.getByText('Sending…')).toHaveCount(0);
    await look(page, 'photos');

    await photosIn(page).last().press('Enter');
    const viewer = page.getByRole('dialog', { name: /^Photo from/ });
    await expect(viewer.locator('img')).toBeVisible();
    await look(page, 'lightbox');
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();

    // After a reload photos load slowly, and one whose file is missing is marked unavailable.
    const arrive = await holdRequests(page, /\/uploads\/|\/media\/|until=/);
    // Do not wait for the load event, which waits for the photos.
    await page.reload({ waitUntil: 'commit' });
    await expect(photosIn(page)).toHaveCount(3);
    await look(page, 'photos-loading');
    await page.unroute(/\/uploads\/|\/media\/|until=/);
    await page.route(/until=/, (route) => route.abort());
    await arrive();
    await page.reload();
    await expect(panel(page).getByText('This photo is unavailable.').first()).toBeVisible();
    await look(page, 'photo-lost');
    await seller.send(chat.id, 'I see.');
    await expect.poll(() => textsIn(page)).toContain('I see.');
  });
}
