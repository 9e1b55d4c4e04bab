import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { makeAdmin } from '../../support/people/make-admin.ts';
import { openBrowser, signIn, textsIn } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

const WORD = 'unbroken'.repeat(60);
const TITLE = 'x'.repeat(100);
const BRAND = 'W'.repeat(50);

/**
 * Runs in the page. Finds elements that overflow the window's right edge or scroll horizontally; rows that
 * are meant to scroll are ignored.
 */
function findOverflow(): string[] {
  const scrolling = '[role=radiogroup], [role=tablist], .sr, .skip';
  const clips = (one: Element | null): boolean =>
    one !== null && (getComputedStyle(one).overflowX !== 'visible' || clips(one.parentElement));
  const found = [...document.body.querySelectorAll('*')].filter((one) => {
    if (one.closest(scrolling) || one.closest('[aria-hidden=true]')) return false;
    const { overflowX } = getComputedStyle(one);
    const scrolls = /auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth + 1;
    const { right, width } = one.getBoundingClientRect();
    return scrolls || (width > 0 && right > innerWidth + 1 && !clips(one.parentElement));
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []),
    ...found.map((one) => one.outerHTML.slice(0, 120)),
  ];
}

const expectNoOverflow = async (page: Page, where: string) =>
  expect(await page.evaluate(findOverflow), where).toEqual([]);

/** A seller and a buyer who write unbreakable words about an item with an unbreakable title. */
async function writeLongWords() {
  const [seller, buyer, admin] = [
    await signUp(product.url, 'seller'),
    await signUp(product.url, 'buyer'),
    await signUp(product.url, 'admin'),
  ];
  const { username } = await admin.call<{ username: string }>('GET', '/api/auth/user');
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
  const listing = await seller.list(await phonePhoto(), TITLE);
  const wanted = await seller.call<Wanted>('POST', '/api/wtb-listings', {
    title: TITLE,
    brand: BRAND,
    size: 'M',
    maxPrice: '100',
    description: WORD,
  });
  await seller.call('PUT', `/api/listings/${listing.id}`, {
    title: TITLE,
    description: WORD,
    brand: BRAND,
    category: 'Outerwear',
    size: 'L',
    condition: 'Used',
    images: listing.images,
  });
  const { id } = await buyer.openConversation(listing);
  const send = (content: string, from = seller) =>
    from.call<Message>('POST', '/api/messages', { conversationId: id, type: 'text', content });
  await send(WORD, buyer);
  await send(`https://example.com/${WORD}?pay=zelle`);
  const last = await send(`${WORD} friends and family`);
  await buyer.request('POST', '/api/reports', {
    subject: 'message',
    id: last.id,
    reason: 'other',
    details: WORD,
    showBefore: true,
  });
  await buyer.request('POST', '/api/reports', {
    subject: 'listing',
    id: listing.id,
    reason: 'other',
    details: WORD,
  });
  return { seller, buyer, admin, listing, wanted, id };
}

async function enter(browser: Browser, email: string, width: number): Promise<Page> {
  const { page } = await openBrowser(browser, product.url, width);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/login');
  await signIn(page, email);
  return page;
}

for (const width of [390, 320]) {
  test(`at ${width} px, an unbreakable word causes no overflow`, async ({ browser }) => {
    const { buyer, admin, listing, wanted, id } = await writeLongWords();
    const page = await enter(browser, buyer.email, width);
    for (const path of ['/', `/?brand=${BRAND}`, `/listing/${listing.id}`, '/wtb', `/wtb/${wanted.id}`]) {
      await page.goto(path);
      await expect(page.getByText(TITLE).first()).toBeVisible();
      await expectNoOverflow(page, path);
    }

    await page.goto('/messages');
    await expect(page.getByText('You:').or(page.getByText('unbroken')).first()).toBeVisible();
    await expectNoOverflow(page, 'the inbox');
    await page.getByLabel('Search messages').fill('unbrokenun');
    await expect(page.getByText('unbrokenun').first()).toBeVisible();
    await expectNoOverflow(page, 'the found messages');
    await page.getByLabel('Search messages').fill(WORD.slice(0, 100));
    await expect(page.locator('mark').first()).toBeVisible();
    await expectNoOverflow(page, 'a long search');

    await page.goto(`/messages/${id}`);
    // The messages have many lines, so not all of them are in the DOM.
    await expect.poll(async () => (await textsIn(page)).length).toBeGreaterThan(1);
    await expectNoOverflow(page, 'the thread');
    await page.getByLabel('Message', { exact: true }).fill(WORD);
    await expectNoOverflow(page, 'the composer');
    await page.getByLabel('Message', { exact: true }).fill('');
    await page.getByLabel('Message', { exact: true }).press('ArrowUp');
    await expect(page.getByText('Editing', { exact: true })).toBeVisible();
    await expectNoOverflow(page, 'editing');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Message actions' }).last().click();
    await page.getByRole('menuitem', { name: 'Report Message' }).click();
    await page.getByLabel('Details').fill(WORD);
    await expectNoOverflow(page, 'the report');

    const queue = await enter(browser, admin.email, width);
    await queue.goto('/admin');
    await expect(queue.getByRole('article', { name: 'Report of a message' }).first()).toBeVisible();
    await expectNoOverflow(queue, 'the admin queue');
  });
}
