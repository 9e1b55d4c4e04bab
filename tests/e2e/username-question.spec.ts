import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Listing } from '@selvedge/shared/items/listings';
import type { User } from '@selvedge/shared/members/users';
import { type Browser, expect, type Page } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { fileOf } from './input-device.ts';
import { openAs, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct({ AUTH_AUTOCONFIRM: 'true' }, ['offers', 'proofPhoto']);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Choose a Username' });
const message = (page: Page) => page.getByLabel('Message', { exact: true });
const WANTED_TITLE = 'What are you looking for?';
const photo = async () => fileOf(await transparentPng(60, 80), 'front');
const me = (member: SignedUp) => member.call<User>('GET', '/api/auth/user');

async function openMessage(page: Page): Promise<void> {
  await button(page, /^Message Seller/)
    .filter({ visible: true })
    .click();
}

async function fillItem(page: Page, title: string): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel(title).fill('Ring coat');
  await form.getByLabel('Brand').fill('Kapital');
  await form.getByLabel('Size', { exact: true }).fill('L');
}

interface Sending {
  what: string;
  path: (listing: Listing) => string;
  fill: (page: Page, member: SignedUp, listing: Listing) => Promise<void>;
  send: (page: Page) => Promise<void>;
  /** Sends what is still there after the question was cancelled, if not by `send`. */
  sendAgain?: (page: Page) => Promise<void>;
  /** Expects that what was filled in is still there. */
  expectFilled: (page: Page) => Promise<void>;
  expectSent: (page: Page) => Promise<void>;
}

const listingPath = ({ id }: Listing) => `/listing/${id}`;

/** Everything with which a new member can be seen by others for the first time. */
const SENDINGS: Sending[] = [
  {
    what: 'listing',
    path: () => '/',
    async fill(page) {
      await button(page, 'Sell Item').filter({ visible: true }).click();
      await page.getByLabel('Add photos').setInputFiles(await photo());
      await fillItem(page, 'Title');
      await page.getByRole('dialog').getByLabel('Category').selectOption('Outerwear');
      await page.getByRole('dialog').getByLabel('Condition').selectOption('Used');
      await page.getByLabel('Price (USD)').fill('365');
    },
    send: (page) => button(page, 'Create Listing').click(),
    expectFilled: (page) => expect(page.getByLabel('Title')).toHaveValue('Ring coat'),
    expectSent: (page) => expect(page.getByText('Listing created successfully!')).toBeVisible(),
  },
  {
    what: 'WTB',
    path: () => '/wtb',
    async fill(page) {
      await button(page, 'Create a WTB').filter({ visible: true }).first().click();
      await fillItem(page, WANTED_TITLE);
      await page.getByLabel('Maximum Budget (USD)').fill('900');
    },
    send: (page) => button(page, 'Create WTB').click(),
    expectFilled: (page) => expect(page.getByLabel(WANTED_TITLE)).toHaveValue('Ring coat'),
    expectSent: (page) => expect(page.getByText('Your WTB listing has been created!')).toBeVisible(),
  },
  {
    what: 'message',
    path: listingPath,
    async fill(page) {
      await openMessage(page);
      await message(page).fill('Is it raw?');
    },
    send: (page) => button(page, 'Send message').click(),
    expectFilled: (page) => expect(message(page)).toHaveValue('Is it raw?'),
    expectSent: (page) => expect(page.locator('.bubble')).toContainText('Is it raw?'),
  },
  {
    what: 'photo',
    path: listingPath,
    fill: openMessage,
    send: async (page) => page.getByLabel('Photos', { exact: true }).setInputFiles(await photo()),
    sendAgain: (page) => button(page, 'Send message').click(),
    expectFilled: (page) => expect(button(page, 'Remove photo 1')).toBeVisible(),
    expectSent: (page) => expect(page.getByRole('log').getByRole('img')).toBeVisible(),
  },
  {
    what: 'offer',
    path: listingPath,
    async fill(page) {
      await button(page, 'Make Offer').filter({ visible: true }).click();
      await page.getByLabel('Amount (USD)').fill('310');
    },
    send: (page) => button(page, 'Send Offer').click(),
    expectFilled: (page) => expect(page.getByLabel('Amount (USD)')).toHaveValue('310'),
    expectSent: (page) => expect(page.getByRole('log').getByRole('article')).toHaveCount(1),
  },
  {
    what: 'request for a proof photo',
    path: listingPath,
    async fill(page, member, listing) {
      const { id } = await member.openConversation(listing);
      await page.goto(`/messages/${id}`);
    },
    send: (page) => button(page, 'Ask for a Proof Photo').click(),
    expectFilled: (page) => expect(page.locator('.bubble')).toHaveCount(0),
    expectSent: (page) => expect(page.locator('.bubble')).toHaveCount(1),
  },
];

async function open(browser: Browser, { path, fill }: Sending) {
  const seller = await signUp(product.url, 'seller');
  const listing = await seller.list(await transparentPng(60, 80));
  const member = await signUp(product.url, 'member', { isNew: true });
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, member.email, path(listing));
  await fill(page, member, listing);
  return { page, member, seller };
}

for (const sending of SENDINGS) {
  test(`a username is chosen before the first ${sending.what}`, async ({ browser }) => {
    const { page, member } = await open(browser, sending);
    const { username } = await me(member);
    await sending.send(page);
    await expect(question(page).getByLabel('Username')).toHaveValue(username);
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await sending.expectFilled(page);
    await (sending.sendAgain ?? sending.send)(page);
    await button(page, 'Keep').click();
    await sending.expectSent(page);
    await expect.poll(() => me(member)).toMatchObject({ username });
    await expect.poll(async () => (await me(member)).isUsernameGenerated).toBeUndefined();
  });
}

test('the question says why a username is refused', async ({ browser }) => {
  const sending = SENDINGS.find(({ what }) => what === 'message') as Sending;
  const { page, seller } = await open(browser, sending);
  const field = question(page).getByLabel('Username');
  await sending.send(page);
  await field.fill('a b');
  await button(page, 'Save').click();
  await expect(question(page)).toContainText('Username can only contain letters and numbers.');
  await field.fill((await me(seller)).username);
  await button(page, 'Save').click();
  await expect(question(page)).toContainText('This username is already taken.');
});

test('a message goes out under the chosen username', async ({ browser }) => {
  const sending = SENDINGS.find(({ what }) => what === 'message') as Sending;
  const { page, member, seller } = await open(browser, sending);
  await sending.send(page);
  const username = `juniper${Date.now() % 1_000_000}`;
  await question(page).getByLabel('Username').fill(username);
  await page.keyboard.press('Enter');
  await sending.expectSent(page);
  // Asked once.
  await message(page).fill('And one more thing.');
  await sending.send(page);
  await expect(page.locator('.bubble')).toHaveCount(2);
  const [conversation] = await member.call<{ id: string }[]>('GET', '/api/conversations');
  const path = `/api/conversations/${conversation?.id}/messages`;
  const [first] = await seller.call<Message[]>('GET', path);
  expect(first?.sender.username).toBe(username);
});
