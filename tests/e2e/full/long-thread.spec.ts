import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { openDatabase } from '../../../server/src/db/open.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { THREAD_MESSAGES_MAX } from '../../../web/src/conversations/store/loaded-threads.ts';
import { addMessages } from '../../support/data/long-talk.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { expectRest } from '../messaging-world.ts';
import { arriveAs, openBrowser } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const COUNT = 100_000;
/** So much is said while somebody is at the end. */
const MORE = THREAD_MESSAGES_MAX;
/** Rows are counted in whole pixels, and what scrolls may be off by a part of one. */
const NEAR_PX = 4;
const WHEEL_PX = 300;

const product = prepareProduct();

/** Messages of one line to six. */
const contentOf = (seq: number) => `message ${seq}${' and more of it'.repeat((seq * 7) % 13)}`;

const bubble = (page: Page, seq: number) =>
  page.locator('.bubble', { hasText: new RegExp(`^message ${seq}(?!\\d)`) });
/** How far below the top of the window a message stands; NaN while it is not drawn. */
const top = async (page: Page, seq: number) => (await bubble(page, seq).boundingBox())?.y ?? Number.NaN;
/** The first message that is wholly in view. */
const firstInView = (page: Page) =>
  page.getByRole('log').evaluate((log) => {
    const edge = log.getBoundingClientRect().top;
    const bubbles = [...log.querySelectorAll('.bubble')];
    const first = bubbles.find((one) => one.getBoundingClientRect().top > edge);
    return Number(/\d+/.exec(first?.textContent ?? '')?.[0]);
  });
/** The number of the first row that is held, drawn or not. */
const heldFrom = (page: Page) =>
  page
    .locator('[data-item-index]')
    .first()
    .evaluate((row) => {
      const { itemIndex, index } = (row as HTMLElement).dataset;
      return Number(itemIndex) - Number(index);
    });
const scrolled = (page: Page) => page.locator('.thread').evaluate((list) => list.scrollTop);

/** Turns the wheel up to a message: what is looked at moves by the wheel only, whatever pages come meanwhile. */
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

test('a thread of 100,000 messages is read upwards without a jump, and few of them are in the page', async ({
  browser,
}) => {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const { id } = await buyer.talkAbout(await seller.list(await phonePhoto()));
  const db = await openDatabase(`file:${join(product.dataDir, 'selvedge.db')}`, createLog('error'));
  await addMessages(db, { conversationId: id, senderId: seller.id, count: COUNT, contentOf });
  const { page } = await openBrowser(browser, product.url, 390);
  await arriveAs(page, buyer.email, `/messages/${id}`);
  await expect(bubble(page, COUNT)).toBeInViewport();
  await page.getByRole('log').hover();

  await readUpTo(page, COUNT - 150);

  // Whoever is at the top of what is held before the page above it has come stays where they are, too.
  let letCome = () => {};
  const isWaitedFor = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route('**/messages?*before=*', async (route) => {
    await isWaitedFor;
    await route.continue();
  });
  while ((await scrolled(page)) > 0) await page.mouse.wheel(0, -WHEEL_PX);
  const highest = await firstInView(page);
  const before = await top(page, highest);
  letCome();
  await expect(bubble(page, highest - 1)).toBeAttached();
  await expect.poll(async () => Math.abs((await top(page, highest)) - before)).toBeLessThan(NEAR_PX);

  await page.getByRole('button', { name: 'Latest' }).click();
  await expect(bubble(page, COUNT)).toBeInViewport();

  // Much more is said: it is followed, the oldest are let go of, and are there for who goes up.
  const began = await heldFrom(page);
  await addMessages(db, { conversationId: id, senderId: seller.id, after: COUNT, count: MORE, contentOf });
  await db.close();
  const last = COUNT + MORE + 1;
  await seller.call('POST', '/api/messages', {
    conversationId: id,
    type: 'text',
    content: `message ${last}`,
  });
  await expect(bubble(page, last)).toBeInViewport();
  await expect.poll(() => heldFrom(page)).toBeGreaterThan(began);
  await expectRest(page);
  // The pointer is where the pill was, and will be.
  await readUpTo(page, last - 20);
  const from = await heldFrom(page);
  await page.locator('.thread').evaluate((list) => {
    list.scrollTop = 0;
  });
  await expect.poll(() => heldFrom(page)).toBeLessThan(from);
});
