import type { Message } from '@selvedge/shared/conversations';
import { type Browser, expect, type Page } from 'playwright/test';
import { signUp } from '../support/account.ts';
import { phonePhoto } from '../support/pictures.ts';
import { expectNoViolations } from './axe.ts';
import { arriveAs, heard, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

/** A seller and a buyer who begin to talk about a listing. */
async function startTalk() {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const listing = await seller.list(await phonePhoto());
  const { id } = await buyer.talkAbout(listing);
  const say = (from: typeof seller, content: string) =>
    from.call<Message>('POST', '/api/messages', { conversationId: id, type: 'text', content });
  return { seller, buyer, listing, id, say };
}

async function enter(browser: Browser, email: string, width: number, path: string) {
  const watched = await openBrowser(browser, product.url, width);
  const { page } = watched;
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: width < 768 ? 'dark' : 'light' });
  await arriveAs(page, email, path);
  await expect(page.getByRole('log')).toBeVisible();
  return watched;
}

const shot = (page: Page, name: string) =>
  process.env.SELVEDGE_TEST_SHOTS
    ? page.screenshot({ path: `${process.env.SELVEDGE_TEST_SHOTS}-${name}.png` })
    : null;

test('what is edited and unsent, and what happens to the item, both people see at once', async ({
  browser,
}) => {
  const { seller, buyer, listing, id, say } = await startTalk();
  await say(buyer, 'Hello');
  await say(seller, 'Hello, it is still here.');
  await say(buyer, 'Is it avialable?');
  const { page: atBuyer } = await enter(browser, buyer.email, 1280, `/messages/${id}`);
  const { page: atSeller } = await enter(browser, seller.email, 390, `/messages/${id}`);
  // Toasts go to the top here; the page still scrolls what takes the focus only clear of its edges.
  await expect(atSeller.getByRole('log')).toBeVisible();
  const padding = await atSeller.evaluate(() => getComputedStyle(document.documentElement).scrollPadding);
  expect(padding).toBe('128px auto 88px');

  // Where the seller had read to is marked, also once they have read on.
  await expect(atBuyer.getByText('Read', { exact: true })).toBeVisible();
  await expect(atSeller.getByRole('log').getByText('Unread', { exact: true })).toBeVisible();
  await expect(atBuyer.getByRole('log').getByText('Unread', { exact: true })).toHaveCount(0);

  // The key that goes up takes the last message into the composer; Escape gives it back and leaves the panel open.
  const field = atBuyer.getByLabel('Message', { exact: true });
  await field.press('ArrowUp');
  await expect(atBuyer.getByText('Editing', { exact: true })).toBeVisible();
  await expect(field).toHaveValue('Is it avialable?');
  await expect(field).toBeFocused();
  await shot(atBuyer, 'editing');
  await expectNoViolations(atBuyer);
  await field.press('Escape');
  await expect(atBuyer.getByText('Editing', { exact: true })).toHaveCount(0);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();

  // The menu does the same by keyboard; what was being written waits.
  await field.fill('And the sleeves?');
  const actions = atBuyer.getByRole('button', { name: 'Message actions' });
  await actions.last().press('Enter');
  await expect(atBuyer.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('data-highlighted');
  await atBuyer.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await field.fill('Is it available?');
  await field.press('Enter');
  await expect(field).toHaveValue('And the sleeves?');
  await expect(field).toBeFocused();
  for (const page of [atBuyer, atSeller]) {
    await expect.poll(() => heard(page)).toEqual(['Hello', 'Hello, it is still here.', 'Is it available?']);
    await expect(page.getByText('Edited', { exact: true })).toBeVisible();
  }

  // The seller thinks better of it, on a phone: asked first, and gone for both.
  await atSeller.getByRole('button', { name: 'Message actions' }).click();
  await atSeller.getByRole('menuitem', { name: 'Unsend' }).click();
  await expect(atSeller.getByRole('button', { name: 'Keep It' })).toBeFocused();
  await shot(atSeller, 'unsending');
  await expectNoViolations(atSeller);
  await atSeller.getByRole('button', { name: 'Unsend', exact: true }).click();
  await expect.poll(() => heard(atSeller)).toEqual(['Hello', 'You unsent a message', 'Is it available?']);
  await expect.poll(() => heard(atBuyer)).toEqual(['Hello', 'Message unsent', 'Is it available?']);

  await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '99.50' });
  for (const page of [atBuyer, atSeller]) {
    await expect(page.getByText('Price changed from $365 to $99.50')).toBeVisible();
  }
  // Who was away finds it, too, between what was said.
  await atBuyer.goto('about:blank');
  await seller.call('PATCH', `/api/listings/${listing.id}/sold`);
  await say(seller, 'Sold to you.');
  await atBuyer.goto(`/messages/${id}`);
  const sold = atBuyer.getByText('Marked as sold');
  await expect(sold).toBeVisible();
  await expect(atBuyer.getByRole('log')).toContainText(/Marked as sold · Today, .*Sold to you\./);
  await expect(field).toHaveValue('And the sleeves?');
  await shot(atBuyer, 'thread');
  await shot(atSeller, 'thread-phone');
  await expectNoViolations(atBuyer);
  await expectNoViolations(atSeller);
});
