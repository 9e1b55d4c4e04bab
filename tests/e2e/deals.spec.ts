import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Deal } from '@selvedge/shared/deals/deals';
import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { type InputDevice, keyboard, mouse } from './input-device.ts';
import { look } from './look.ts';
import { openAs, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test, testInFull } from './test.ts';

const product = prepareProduct({ AUTH_AUTOCONFIRM: 'true' }, ['deals', 'vouches']);

type Account = Awaited<ReturnType<typeof signUp>>;
interface Party {
  page: Page;
  hand: InputDevice;
  member: Account;
  username: string;
}

const nameOf = async (member: Account) =>
  (await member.call<{ username: string }>('GET', '/api/auth/user')).username;

interface Setting {
  width: number;
  scheme: 'light' | 'dark';
  deviceOf: (page: Page) => InputDevice;
  isAdmin?: boolean;
}

const NARROW: Setting = { width: 390, scheme: 'dark', deviceOf: mouse };
const WIDE: Setting = { width: 1280, scheme: 'light', deviceOf: keyboard };

async function openParty(browser: Browser, name: string, setting: Setting): Promise<Party> {
  const member = await signUp(product.url, name);
  const username = await nameOf(member);
  if (setting.isAdmin) await makeAdmin({ DATA_DIR: product.dataDir }, username);
  const { page } = await openBrowser(browser, product.url, setting.width);
  await page.emulateMedia({ colorScheme: setting.scheme, reducedMotion: 'reduce' });
  await openAs(page, member.email);
  return { page, hand: setting.deviceOf(page), member, username };
}

/** Makes a deal: the seller names the buyer of a sold listing, who confirms it. */
async function makeDeal(seller: Account, buyer: Account, title: string): Promise<Deal> {
  const listing = await seller.list(await phonePhoto(), title);
  const { id: conversationId } = await buyer.openConversation(listing);
  const text = { type: 'text', conversationId, content: 'I take it.' };
  await buyer.call('POST', '/api/messages', text);
  await seller.call('PATCH', `/api/listings/${listing.id}/sold`);
  const { message } = await seller.call<{ message: Message & { deal: { id: string } } }>(
    'POST',
    `/api/listings/${listing.id}/deal`,
    { conversationId },
  );
  await buyer.request('POST', `/api/deals/${message.deal.id}/answer`, { isYes: true });
  const [deal] = await buyer.call<Deal[]>('GET', '/api/deals');
  if (!deal) throw new Error('no deal was made');
  return deal;
}

async function openDeals({ page, hand, username }: Party): Promise<void> {
  await hand.pick(page.getByRole('button', { name: `Account menu for ${username}` }), 'Deals');
  await expect(page.getByRole('heading', { name: 'Deals', exact: true })).toBeVisible();
}

async function vouch({ page, hand }: Party, rating: string, text: string): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'Write a Vouch' }));
  const form = page.getByRole('dialog', { name: /^Vouch for/ });
  await hand.press(form.getByLabel(rating, { exact: true }));
  await hand.fill(form.getByLabel('In your words'), text);
  await look(page, 'vouch-form');
  await hand.press(form.getByRole('button', { name: 'Save Vouch' }));
  await expect(form).toBeHidden();
}

test('two members vouch for each other about a deal', async ({ browser }) => {
  const buyer = await openParty(browser, 'buyer', NARROW);
  const seller = await openParty(browser, 'seller', WIDE);
  const { page } = buyer;
  await openDeals(buyer);
  await expect(page.getByText('No deals yet')).toBeVisible();
  await look(page, 'no-deals');

  const deal = await makeDeal(seller.member, buyer.member, 'Ring coat');
  await page.reload();
  await expect(page.getByText(`Bought from ${seller.username}`)).toBeVisible();
  await vouch(buyer, 'Mixed', 'Sent late.');
  await expect(page.getByText(`Unseen until ${seller.username} writes one too`)).toBeVisible();
  await look(page, 'deal-vouched');

  // A vouch can be changed while it is unseen.
  await buyer.hand.press(page.getByRole('button', { name: 'Change' }));
  const form = page.getByRole('dialog', { name: `Change your vouch for ${seller.username}` });
  await expect(form.getByLabel('Mixed')).toBeChecked();
  await buyer.hand.fill(form.getByLabel('In your words'), 'x'.repeat(281));
  await expect(form.getByText('281 / 280')).toBeVisible();
  await expect(form.getByText('You can write up to 280 characters')).toBeVisible();
  await look(page, 'vouch-too-long');
  await buyer.hand.fill(form.getByLabel('In your words'), 'Sent late, but as described.');
  await buyer.hand.press(form.getByRole('button', { name: 'Save Changes' }));
  await expect(page.getByText('Sent late, but as described.')).toBeVisible();

  // The seller sees a deal, and nothing of the vouch.
  await seller.page.goto(`/profile/${seller.username}`);
  // A deal between new accounts counts from the next day on.
  await expect(seller.page.getByRole('link', { name: '0 deals · 0 vouches' })).toBeVisible();
  await openDeals(seller);
  await expect(seller.page.getByText(`Sold to ${buyer.username}`)).toBeVisible();
  await look(seller.page, 'deal');
  await vouch(seller, 'Good', 'Paid at once.');
  await expect(seller.page.getByText(`Public on ${buyer.username}'s profile`)).toBeVisible();
  await expect(seller.page.getByRole('button', { name: 'Change' })).toHaveCount(0);
  await look(seller.page, 'deal-public');

  // Both are public now. The counts lead to the list, where the seller answers, once.
  await seller.page.goto(`/profile/${seller.username}`);
  await seller.hand.press(seller.page.getByRole('link', { name: '0 deals · 1 vouch' }));
  const list = seller.page.getByRole('tabpanel', { name: 'Vouches (1)' });
  await expect(list.getByText('Sent late, but as described.')).toBeVisible();
  await look(seller.page, 'vouches-own');
  await seller.hand.press(list.getByRole('button', { name: 'Answer' }));
  const answer = seller.page.getByRole('dialog', { name: `Answer ${buyer.username}` });
  await seller.hand.fill(answer.getByLabel('Your answer'), 'Fair. The post was on strike.');
  await look(seller.page, 'answer-form');
  await seller.hand.press(answer.getByRole('button', { name: 'Publish Answer' }));
  await expect(list.getByText('Fair. The post was on strike.')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Answer' })).toHaveCount(0);

  // Anyone finds them from the seller's listing, and can download them with the signature.
  const other = await seller.member.list(await phonePhoto(), 'Boro jacket');
  await page.goto(`/listing/${other.id}`);
  await page.getByRole('link', { name: '0 deals · 1 vouch' }).scrollIntoViewIfNeeded();
  await look(page, 'seller-card');
  await buyer.hand.press(page.getByRole('link', { name: '0 deals · 1 vouch' }));
  await expect(page.getByText(`Answer by ${seller.username}`)).toBeVisible();
  await look(page, 'vouches');
  const downloading = page.waitForEvent('download');
  await buyer.hand.press(page.getByRole('button', { name: 'Download Signed Vouches' }));
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`selvedge-${seller.username}-vouches.json`);

  // The thread of the deal opens over the list.
  await openDeals(buyer);
  await expect(page.getByText(deal.title)).toBeVisible();
  await buyer.hand.press(page.getByRole('link', { name: 'Messages', exact: true }));
  await expect(page.getByRole('dialog', { name: 'Messages' }).getByText('I take it.')).toBeVisible();
});

testInFull('an admin removes a reported vouch with a reason', async ({ browser }) => {
  const buyer = await openParty(browser, 'buyer', NARROW);
  const seller = await openParty(browser, 'seller', WIDE);
  const deal = await makeDeal(seller.member, buyer.member, 'Boro jacket');
  const path = `/api/deals/${deal.id}/vouch`;
  await buyer.member.call('PUT', path, { rating: 'bad', text: 'He lives at 5 Elm Street.' });
  await seller.member.call('PUT', path, { rating: 'good', text: null });

  const { page, hand } = seller;
  await page.goto(`/profile/${seller.username}?tab=vouches`);
  await hand.pick(page.getByRole('listitem').getByRole('button', { name: 'More actions' }), 'Report Vouch');
  const report = page.getByRole('dialog', { name: 'Report this vouch' });
  await hand.press(report.getByLabel('Harassment or hate'));
  await hand.press(report.getByRole('button', { name: 'Send Report' }));
  await expect(report).toBeHidden();

  const admin = await openParty(browser, 'admin', { ...WIDE, deviceOf: mouse, isAdmin: true });
  await admin.page.goto('/admin');
  const card = admin.page.getByRole('article').filter({ hasText: '5 Elm Street' });
  await expect(card).toBeVisible();
  await look(admin.page, 'reported-vouch');
  await admin.hand.press(card.getByRole('button', { name: 'Remove Vouch' }));
  const form = admin.page.getByRole('dialog', { name: `Remove the vouch by ${buyer.username}` });
  await admin.hand.fill(form.getByLabel('Reason'), 'It names an address.');
  await look(admin.page, 'vouch-removal');
  await admin.hand.press(form.getByRole('button', { name: 'Remove Vouch' }));
  await expect(card).toHaveCount(0);

  await openDeals(buyer);
  await expect(buyer.page.getByText('Removed by an admin: It names an address.')).toBeVisible();
  await look(buyer.page, 'vouch-removed');
  await page.reload();
  await expect(page.getByText('No vouches yet')).toBeVisible();
  await look(page, 'no-vouches');

  // An admin can also remove one where everybody reads it.
  await admin.page.goto(`/profile/${buyer.username}?tab=vouches`);
  const given = admin.page.getByRole('listitem').filter({ hasText: seller.username });
  await admin.hand.pick(given.getByRole('button', { name: 'More actions' }), 'Remove Vouch');
  await expect(admin.page.getByRole('dialog', { name: /^Remove the vouch/ })).toBeVisible();
});
