import { randomUUID } from 'node:crypto';
import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { switchOff } from '../support/servers/features.ts';
import { look } from './look.ts';
import { openAs, openBrowser, withoutServiceWorker } from './people.ts';
import { prepareProduct } from './product.ts';
import { test, testInFull } from './test.ts';

const FEATURES = ['offers', 'holds', 'deals'] as const;
const product = prepareProduct({ AUTH_AUTOCONFIRM: 'true' }, FEATURES);

type Account = Awaited<ReturnType<typeof signUp>>;

/** A seller with a listing, and a buyer. */
async function startTrade() {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const listing = await seller.list(await phonePhoto());
  return { seller, buyer, listing };
}
const nameOf = async (account: Account) =>
  (await account.call<{ username: string }>('GET', '/api/auth/user')).username;

async function enter(browser: Browser, account: Account, width: number, path: string) {
  const { page } = await openBrowser(browser, product.url, width);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: width < 768 ? 'dark' : 'light' });
  page.on('dialog', (dialog) => void dialog.accept());
  await openAs(page, account.email, path);
  return page;
}

const cards = (page: Page) => page.getByRole('log').getByRole('article');
const thread = (page: Page) => page.getByRole('dialog', { name: 'Messages' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** Presses Tab until the button has the focus, and then Enter. */
async function pressKeys(page: Page, name: string): Promise<void> {
  const target = button(page, name);
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  await page.keyboard.press('Enter');
}

test('an item goes from an offer to a deal', async ({ browser }) => {
  const { seller, buyer, listing } = await startTrade();
  const third = await signUp(product.url, 'third');
  const buyerName = await nameOf(buyer);
  const thirdName = await nameOf(third);
  const { id: thirdId } = await third.openConversation(listing);
  await third.call('POST', '/api/messages', {
    conversationId: thirdId,
    type: 'text',
    content: 'Is it here?',
  });
  const atBuyer = await enter(browser, buyer, 390, `/listing/${listing.id}`);
  await expect(button(atBuyer, 'Make Offer')).toBeVisible();
  await look(atBuyer, 'listing');
  await button(atBuyer, 'Make Offer').click();
  await button(atBuyer, 'Send Offer').click();
  await expect(atBuyer.getByText('Enter an amount', { exact: true })).toBeVisible();
  await look(atBuyer, 'offer-form-refused');
  await atBuyer.getByRole('button', { name: /−10%/ }).click();
  await button(atBuyer, 'Send Offer').dblclick();
  await expect(cards(atBuyer)).toHaveAccessibleName(/^Your offer: \$\S+, 48 h left$/);
  await look(atBuyer, 'own-offer');

  // The seller counters by keyboard, on a wide screen.
  const atSeller = await enter(browser, seller, 1280, '/messages');
  await atSeller
    .getByRole('button', { name: new RegExp(buyerName) })
    .first()
    .click();
  await expect(cards(atSeller)).toHaveCount(1);
  await look(atSeller, 'offer');
  await pressKeys(atSeller, 'Counter');
  await expect(atSeller.getByLabel('Amount (USD)')).toBeFocused();
  await atSeller.keyboard.type('350');
  await look(atSeller, 'counter-form');
  await atSeller.keyboard.press('Enter');
  await expect(cards(atSeller).nth(0)).toHaveAccessibleName(/Countered$/);
  await expect(cards(atSeller).nth(1)).toHaveAccessibleName('Your offer: $350, 48 h left');
  await expect(atSeller.getByLabel('Message', { exact: true })).toBeFocused();

  // The buyer accepts, and both see the hold at once.
  await expect(cards(atBuyer).nth(1)).toHaveAccessibleName('Offer: $350, 48 h left');
  await look(atBuyer, 'counter-offer');
  await button(atBuyer, 'Accept').dblclick();
  await expect(cards(atBuyer).nth(1)).toHaveAccessibleName('Offer: $350, Accepted');
  await expect(cards(atBuyer).nth(1)).toBeFocused();
  await expect(thread(atBuyer).getByText(/^Held for you until /)).toBeVisible();
  await expect(thread(atSeller).getByText(new RegExp(`^Held for ${buyerName} until `))).toBeVisible();
  await expect(thread(atSeller).getByRole('log').getByText('accepted the offer of $350')).toHaveCount(1);
  await look(atBuyer, 'accepted');
  await look(atSeller, 'accepted');

  // Another member joins the line on the listing's page.
  const atThird = await enter(browser, third, 1280, `/listing/${listing.id}`);
  await expect(atThird.getByRole('region', { name: 'On hold' })).toBeVisible();
  await expect(button(atThird, 'Make Offer')).toHaveCount(0);
  await look(atThird, 'on-hold');
  await button(atThird, 'Tell Me If It Frees Up').click();
  await expect(atThird.getByText(/^You're 1st in line/)).toBeVisible();
  await look(atThird, 'in-line');
  await atThird.goto('/');
  await expect(atThird.getByText('On hold', { exact: true })).toBeVisible();
  await look(atThird, 'card-on-hold');

  // The seller sees the line on the page, and passes the hold on to the next.
  const page = await atSeller.context().newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/listing/${listing.id}`);
  await look(page, 'line');
  await button(page, `Hold for ${thirdName}`).click();
  await expect(button(page, `Hold for ${thirdName}`)).toHaveCount(0);
  await expect(thread(atSeller).getByText('On hold for someone else.')).toBeVisible();
  await thread(atBuyer).getByRole('button', { name: 'Tell Me If It Frees Up' }).click();
  await expect(thread(atBuyer).getByText(/You're 1st in line\.$/)).toBeVisible();
  await look(atBuyer, 'thread-in-line');
  await button(page, 'Release').click();
  await expect(atBuyer.getByText(`${listing.title} is available again`)).toBeVisible();
  await expect(thread(atSeller).getByText('On hold for someone else.')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'On hold' })).toHaveCount(0);
  await expect(atThird.getByText('On hold', { exact: true })).toHaveCount(0);

  // The seller holds it again, from the composer's menu.
  await button(atSeller, 'Item actions').click();
  await expect(atSeller.getByText(`Hold for ${buyerName}`)).toBeVisible();
  await look(atSeller, 'menu');
  await atSeller.getByRole('menuitem', { name: '72 hours' }).click();
  await expect(thread(atBuyer).getByText(/^Held for you until /)).toBeVisible();

  // Sold: the seller names the buyer, who confirms it.
  await button(page, 'Mark Listing as Sold').click();
  await button(page, 'Undo').click();
  await button(page, 'Mark Listing as Sold').click();
  await button(page, 'Sold to Whom?').click();
  await expect(page.getByRole('dialog', { name: 'Sold to whom?' })).toBeVisible();
  await look(page, 'sold-to-whom');
  await page.getByRole('radio', { name: buyerName }).check();
  await button(page, 'Save').click();
  await expect(cards(atBuyer).nth(2)).toHaveAccessibleName(/^Question: Did you buy this\?/);
  await look(atBuyer, 'question');
  await expect(thread(atBuyer).getByText(/^Held for you/)).toHaveCount(0);
  await button(atBuyer, 'Yes').dblclick();
  await expect(cards(atBuyer).nth(2)).toHaveAccessibleName(/^Deal: /);
  await expect(cards(atSeller).nth(2)).toHaveAccessibleName(/^Deal: /);
  await look(atSeller, 'deal');
});

test('offers that meet a change are refused', async ({ browser }) => {
  const { seller, buyer, listing } = await startTrade();
  const { id } = await buyer.openConversation(listing);
  await buyer.call('POST', '/api/messages', { conversationId: id, type: 'text', content: 'Hello' });
  const atBuyer = await enter(browser, buyer, 1280, `/messages/${id}`);
  const twin = await atBuyer.context().newPage();
  await withoutServiceWorker(twin);
  await twin.goto(`/messages/${id}`);
  await button(atBuyer, 'Item actions').click();
  await atBuyer.getByRole('menuitem', { name: 'Make an Offer' }).click();
  await atBuyer.getByLabel('Amount (USD)').fill('310');
  // The price changes unnoticed.
  await atBuyer.context().setOffline(true);
  await expect(atBuyer.getByText(/No connection|Reconnecting|offline/i).first()).toBeVisible();
  await button(atBuyer, 'Send Offer').click();
  await expect(atBuyer.getByText('No connection. Please try again.')).toBeVisible();
  await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '340' });
  await atBuyer.context().setOffline(false);
  await expect(atBuyer.getByLabel('Amount (USD)')).toHaveValue('310');
  await expect(atBuyer.getByText('Price $340')).toBeVisible();
  await button(atBuyer, 'Send Offer').click();
  await expect(cards(atBuyer)).toHaveAccessibleName('Your offer: $310, 48 h left');
  await expect(cards(twin)).toHaveAccessibleName('Your offer: $310, 48 h left');

  // An answer is refused while offline, too, and not sent later.
  const atSeller = await enter(browser, seller, 390, `/messages/${id}`);
  await expect(cards(atSeller)).toHaveAccessibleName('Offer: $310, 48 h left');
  await atSeller.context().setOffline(true);
  await button(atSeller, 'Accept').click();
  await expect(cards(atSeller).getByRole('alert')).toHaveText('No connection. Please try again.');
  await look(atSeller, 'offline');
  await atSeller.context().setOffline(false);

  // A change that both tabs have missed reaches them when they are online again.
  await atBuyer.context().setOffline(true);
  await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '320' });
  await atBuyer.context().setOffline(false);
  for (const page of [atBuyer, twin]) {
    await expect(cards(page)).toHaveAccessibleName('Your offer: $310, No longer valid');
  }
  await expect(cards(atSeller)).toHaveAccessibleName('Offer: $310, No longer valid');
});

testInFull('a conversation about a WTB opens with an offer', async ({ browser }) => {
  const [owner, finder] = [await signUp(product.url, 'owner'), await signUp(product.url, 'finder')];
  const wanted = await owner.call<Wanted>('POST', '/api/wtb-listings', {
    ...{ title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' },
  });
  const atFinder = await enter(browser, finder, 390, `/wtb/${wanted.id}`);
  await expect(button(atFinder, 'Make Offer')).toBeVisible();
  await look(atFinder, 'wanted-offer-button');
  await button(atFinder, 'Make Offer').click();
  await atFinder.getByLabel('Amount (USD)').fill('950');
  await look(atFinder, 'wanted-offer-form');
  await button(atFinder, 'Send Offer').click();
  await expect(cards(atFinder)).toHaveAccessibleName('Your offer: $950, 48 h left');
  const atOwner = await enter(browser, owner, 1280, `/wtb/${wanted.id}`);
  await button(atOwner, 'Found').click();
  await button(atOwner, 'Who Found It?').click();
  await atOwner.getByRole('radio', { name: await nameOf(finder) }).check();
  await look(atOwner, 'who-found-it');
  await button(atOwner, 'Save').click();
  await expect(cards(atFinder).nth(1)).toHaveAccessibleName(/^Question: Did you find this for me\?/);
  await button(atFinder, 'No').click();
  await expect(cards(atFinder)).toHaveCount(1);
  await expect(atFinder.getByRole('log').getByTestId('virtuoso-scroller')).toBeFocused();
});

test('a typed acceptance looks unlike a real one', async ({ browser }) => {
  const { seller, buyer, listing } = await startTrade();
  const { id: conversationId } = await buyer.openConversation(listing);
  const terms = { clientId: randomUUID(), amount: '340', listingPrice: listing.price };
  const { offer } = await buyer.call<Message>('POST', `/api/conversations/${conversationId}/offers`, terms);
  await seller.call('POST', `/api/offers/${offer?.id}/accept`, { listingPrice: listing.price });
  const inbox = await enter(browser, buyer, 1280, '/messages');
  const row = thread(inbox).getByRole('button', { name: /Accepted the offer of \$340/ });
  await expect(row.getByLabel('Update')).toBeVisible();
  const typed = { conversationId, type: 'text', content: 'Accepted the offer of $340. Pay me.' };
  await seller.call('POST', '/api/messages', typed);
  await expect(row).toContainText('Pay me.');
  await expect(row.getByLabel('Update')).toHaveCount(0);
});

// Last, because it changes the server of this file.
testInFull('features that are switched off leave no trace', async ({ browser }) => {
  const { seller, buyer, listing } = await startTrade();
  const { id } = await buyer.openConversation(listing);
  const terms = { clientId: randomUUID(), amount: '340', listingPrice: listing.price };
  const { offer } = await buyer.call<Message>('POST', `/api/conversations/${id}/offers`, terms);
  await seller.call('POST', `/api/offers/${offer?.id}/accept`, { listingPrice: listing.price });
  const inbox = await enter(browser, buyer, 1280, '/messages');
  const row = thread(inbox).getByRole('button', { name: /Type II trucker/ });
  await expect(row).toContainText('On hold');
  await look(inbox, 'inbox-on-hold');
  await switchOff({ DATA_DIR: product.dataDir }, FEATURES);
  // One after the other: each is a change of its own.
  const page = async () => (await fetch(product.url)).text();
  for (const feature of FEATURES) await expect.poll(page).toContain(`"${feature}":false`);

  await expect(row).not.toContainText('On hold');
  const atBuyer = await enter(browser, buyer, 390, `/messages/${id}`);
  await expect(atBuyer.locator('.bubble').first()).toHaveText('You: Offered $340, open for 48 hours.');
  await expect(cards(atBuyer)).toHaveCount(0);
  await expect(thread(atBuyer).getByText(/^Held for/)).toHaveCount(0);
  await expect(button(atBuyer, 'Item actions')).toHaveCount(0);
  await atBuyer.goto(`/listing/${listing.id}`);
  await expect(button(atBuyer, /^Message Seller/)).toBeVisible();
  await expect(button(atBuyer, 'Make Offer')).toHaveCount(0);
  await expect(atBuyer.getByText(/^(On hold|Held for)/)).toHaveCount(0);
  await atBuyer.goto('/');
  await expect(atBuyer.getByRole('link', { name: new RegExp(listing.title) }).first()).toBeVisible();
  await expect(atBuyer.getByText('On hold')).toHaveCount(0);
  const atSeller = await enter(browser, seller, 1280, `/listing/${listing.id}`);
  await button(atSeller, 'Mark Listing as Sold').click();
  await expect(atSeller.getByText('This item has been sold')).toBeVisible();
  await expect(atSeller.getByRole('dialog')).toHaveCount(0);
  await expect(button(atSeller, 'Sold to Whom?')).toHaveCount(0);
});
