import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { THREAD_MESSAGES_MAX } from '../../../web/src/conversations/store/threads/evict-threads.ts';
import { addMessages } from '../../support/data/long-conversation.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { expectIdle } from '../chat-world.ts';
import { openAs, openBrowser } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const COUNT = 100_000;
/** How many messages arrive while the viewer is at the end. */
const MORE = THREAD_MESSAGES_MAX;
/** Tolerance: row positions are whole pixels, scroll positions may be fractional. */
const NEAR_PX = 4;
const WHEEL_PX = 300;

const product = prepareProduct();

/** Messages of one to six lines. */
const contentOf = (seq: number) => `message ${seq}${' and more of it'.repeat((seq * 7) % 13)}`;

const bubble = (page: Page, seq: number) =>
  page.locator('.bubble', { hasText: new RegExp(`^message ${seq}(?!\\d)`) });
/** A message's distance from the top of the window; NaN while it is not rendered. */
const top = async (page: Page, seq: number) => (await bubble(page, seq).boundingBox())?.y ?? Number.NaN;
/** The first completely visible message. */
const firstInView = (page: Page) =>
  page.getByRole('log').evaluate((log) => {
    const edge = log.getBoundingClientRect().top;
    const bubbles = [...log.querySelectorAll('.bubble')];
    const first = bubbles.find((one) => one.getBoundingClientRect().top > edge);
    return Number(/\d+/.exec(first?.textContent ?? '')?.[0]);
  });
/** The number of the first loaded row, rendered or not. */
const firstLoaded = (page: Page) =>
  page
    .locator('[data-item-index]')
    .first()
    .evaluate((row) => {
      const { itemIndex, index } = (row as HTMLElement).dataset;
      return Number(itemIndex) - Number(index);
    });
const scrolled = (page: Page) => page.locator('.thread').evaluate((list) => list.scrollTop);

/** Scrolls up to a message with the wheel. Nothing else may move visible rows, even while pages load. */
async function readUpTo(page: Page, last: number): Promise<void> {
  for (let seen = await firstInView(page); seen > last; seen = await firstInView(page)) {
    await expect.poll(() => scrolled(page)).toBeGreaterThan(WHEEL_PX);
    const before = await top(page, seen);
    await page.mouse.wheel(0, -WHEEL_PX);
    await expect
      .poll(async () => Math.abs((await top(page, seen)) - before - WHEEL_PX), {
        message: `how far message ${seen} is from where the wheel moved it`,
      })
      .toBeLessThan(NEAR_PX);
    expect(await page.locator('.bubble').count()).toBeLessThan(80);
  }
}

test('a thread of 100,000 messages scrolls up without jumps', async ({ browser }) => {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const { id } = await buyer.openConversation(await seller.list(await phonePhoto()));
  const db = await openDatabase(`file:${join(product.dataDir, 'selvedge.db')}`, createLog('error'));
  await addMessages(db, { conversationId: id, senderId: seller.id, count: COUNT, contentOf });
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, buyer.email, `/messages/${id}`);
  await expect(bubble(page, COUNT)).toBeInViewport();
  await page.getByRole('log').hover();

  await readUpTo(page, COUNT - 150);

  // A viewer at the top of the loaded messages stays in place while the page above loads.
  let releasePage = () => {};
  const isWaitedFor = new Promise<void>((resolve) => {
    releasePage = resolve;
  });
  await page.route('**/messages?*before=*', async (route) => {
    await isWaitedFor;
    await route.continue();
  });
  while ((await scrolled(page)) > 0) await page.mouse.wheel(0, -WHEEL_PX);
  const highest = await firstInView(page);
  const before = await top(page, highest);
  releasePage();
  await expect(bubble(page, highest - 1)).toBeAttached();
  await expect.poll(async () => Math.abs((await top(page, highest)) - before)).toBeLessThan(NEAR_PX);

  await page.getByRole('button', { name: 'Latest' }).click();
  await expect(bubble(page, COUNT)).toBeInViewport();

  // Many more messages arrive: the view follows, the oldest are evicted, and load again when scrolling up.
  const began = await firstLoaded(page);
  await addMessages(db, { conversationId: id, senderId: seller.id, after: COUNT, count: MORE, contentOf });
  await db.close();
  const last = COUNT + MORE + 1;
  await seller.call('POST', '/api/messages', {
    conversationId: id,
    type: 'text',
    content: `message ${last}`,
  });
  await expect(bubble(page, last)).toBeInViewport();
  await expect.poll(() => firstLoaded(page)).toBeGreaterThan(began);
  await expectIdle(page);
  // The pointer is at the position of the pill.
  await readUpTo(page, last - 20);
  const from = await firstLoaded(page);
  await page.locator('.thread').evaluate((list) => {
    list.scrollTop = 0;
  });
  await expect.poll(() => firstLoaded(page)).toBeLessThan(from);
});
