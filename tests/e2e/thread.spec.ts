import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { expectNoViolations } from './axe.ts';
import { openAs, openBrowser, textsIn, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

/** A seller and a buyer who start a conversation about a listing. */
async function startConversation() {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const listing = await seller.list(await phonePhoto());
  const { id } = await buyer.openConversation(listing);
  const send = (from: typeof seller, content: string) =>
    from.call<Message>('POST', '/api/messages', { conversationId: id, type: 'text', content });
  return { seller, buyer, listing, id, send };
}

async function enter(browser: Browser, email: string, width: number, path: string) {
  const watched = await openBrowser(browser, product.url, width);
  const { page } = watched;
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: width < 768 ? 'dark' : 'light' });
  await openAs(page, email, path);
  await expect(page.getByRole('log')).toBeVisible();
  return watched;
}

const shot = (page: Page, name: string) =>
  process.env.SELVEDGE_TEST_SHOTS
    ? page.screenshot({ path: `${process.env.SELVEDGE_TEST_SHOTS}-${name}.png` })
    : null;

test('both members see edits at once', async ({ browser }) => {
  const { seller, buyer, listing, id, send } = await startConversation();
  await send(buyer, 'Hello');
  await send(seller, 'Hello, it is still here.');
  await send(buyer, 'Is it avialable?');
  const { page: atBuyer } = await enter(browser, buyer.email, 1280, `/messages/${id}`);
  const { page: atSeller } = await enter(browser, seller.email, 390, `/messages/${id}`);
  // Toasts are at the top here; the page still keeps focused elements clear of its edges.
  await expect(atSeller.getByRole('log')).toBeVisible();
  const margin = await atSeller.evaluate(() =>
    getComputedStyle(document.querySelector('main') ?? document.body).getPropertyValue('scroll-margin-block'),
  );
  expect(margin).toBe('128px 88px');

  // The first unread message stays marked for the seller, even after it has been read.
  await expect(atBuyer.getByText('Read', { exact: true })).toBeVisible();
  await expect(atSeller.getByRole('log').getByText('Unread', { exact: true })).toBeVisible();
  await expect(atBuyer.getByRole('log').getByText('Unread', { exact: true })).toHaveCount(0);

  // Arrow Up loads the last message into the composer; Escape cancels and leaves the panel open.
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

  // The menu does the same by keyboard; the draft is restored afterwards.
  await field.fill('And the sleeves?');
  const actions = atBuyer.getByRole('button', { name: 'Message actions' });
  await actions.last().press('Enter');
  await expect(atBuyer.getByRole('menuitem', { name: 'Copy Text' })).toHaveAttribute('data-highlighted');
  await atBuyer.keyboard.press('ArrowDown');
  await expect(atBuyer.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('data-highlighted');
  await atBuyer.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await field.fill('Is it available?');
  await field.press('Enter');
  await expect(field).toHaveValue('And the sleeves?');
  await expect(field).toBeFocused();
  for (const page of [atBuyer, atSeller]) {
    await expect.poll(() => textsIn(page)).toEqual(['Hello', 'Hello, it is still here.', 'Is it available?']);
    await expect(page.getByText('Edited', { exact: true })).toBeVisible();
  }

  // On a phone, the seller unsends a message: after a confirmation, it is gone for both.
  await atSeller.getByRole('button', { name: 'Message actions' }).nth(1).click();
  await atSeller.getByRole('menuitem', { name: 'Unsend' }).click();
  await expect(atSeller.getByRole('button', { name: 'Keep It' })).toBeFocused();
  await shot(atSeller, 'unsending');
  await expectNoViolations(atSeller);
  await atSeller.getByRole('button', { name: 'Unsend', exact: true }).click();
  await expect.poll(() => textsIn(atSeller)).toEqual(['Hello', 'You unsent a message', 'Is it available?']);
  await expect.poll(() => textsIn(atBuyer)).toEqual(['Hello', 'Message unsent', 'Is it available?']);

  await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '99.50' });
  for (const page of [atBuyer, atSeller]) {
    await expect(page.getByText('Price changed from $365 to $99.50')).toBeVisible();
  }
  // A member who was offline sees the sale, too, in its place between the messages.
  await atBuyer.goto('about:blank');
  await seller.call('PATCH', `/api/listings/${listing.id}/sold`);
  await send(seller, 'Sold to you.');
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

for (const width of widths(1280)) {
  test(`at ${width} px, a thread shows its item`, async ({ browser }) => {
    const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
    const title =
      'Type II trucker with a sashiko lining, hand-dyed in Kojima and repaired once at the left cuff';
    const listing = await seller.list(await phonePhoto(), title);
    const { id } = await buyer.openConversation(listing);
    const { page } = await openBrowser(browser, product.url, width);
    await openAs(page, buyer.email, `/messages/${id}`);
    const panel = page.getByRole('dialog', { name: 'Messages' });
    const link = panel.getByRole('link', { name: /Kapital/ });
    await expect(link).toHaveAttribute('href', `/listing/${listing.id}`);
    await expect(link).toContainText('$365');
    const photo = panel.locator('img[src*="-320.webp"]').last();
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const box = await photo.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(3 / 4, 2);
    // The long title is truncated and moves nothing else.
    const { x, width: linkWidth } = (await link.boundingBox()) ?? { x: 0, width: Number.POSITIVE_INFINITY };
    expect(x + linkWidth).toBeLessThanOrEqual(width);
    expect((await link.getByText(title).boundingBox())?.height).toBeLessThan(24);
    await shot(page, `item-${width}`);
    await expectNoViolations(page);

    await seller.call('PATCH', `/api/listings/${listing.id}/sold`);
    await expect(link.getByText('Sold', { exact: true })).toBeVisible();
    await shot(page, `item-sold-${width}`);
    await seller.request('DELETE', `/api/listings/${listing.id}`);
    await expect(panel.getByText('Removed', { exact: true }).last()).toBeVisible();
    await expect(link).toHaveCount(0);
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await shot(page, `item-removed-${width}`);
    await expectNoViolations(page);
  });
}

test('a thread about a WTB links to its page', async ({ browser }) => {
  const [seeker, owner] = [await signUp(product.url, 'seeker'), await signUp(product.url, 'owner')];
  const wanted = await seeker.call<Wanted>('POST', '/api/wtb-listings', {
    title: 'Ring coat',
    brand: 'Kapital',
    size: '3',
    maxPrice: '900',
  });
  const { id } = await owner.call<Conversation>('POST', '/api/conversations', {
    sellerId: seeker.id,
    wtbListingId: wanted.id,
    isWTB: true,
  });
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, owner.email, `/messages/${id}`);
  const link = page.getByRole('dialog', { name: 'Messages' }).getByRole('link', { name: /Ring coat/ });
  await expect(link).toHaveAttribute('href', `/wtb/${wanted.id}`);
  await expect(link).toContainText('Up to $900');
});
