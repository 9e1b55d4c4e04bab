import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Listing } from '@selvedge/shared/items/listings';
import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { openAs, openBrowser, outgoingCount, pressEnter, sendMessage, textsIn } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

const photoFile = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await (await phonePhoto()).arrayBuffer()),
});

/** A member in their own browser, signed in. */
async function openMember(browser: Browser, name: string) {
  const member = await signUp(product.url, name);
  const opened = await openBrowser(browser, product.url);
  await openAs(opened.page, member.email);
  return { ...opened, member };
}

/** A buyer who has written 'Hello' about a seller's listing, with the thread open. */
async function openConversation(browser: Browser) {
  const seller = await signUp(product.url, 'seller');
  const listing = await seller.list(await phonePhoto());
  const buyer = await openMember(browser, 'buyer');
  await buyer.page.goto(`/listing/${listing.id}`);
  await buyer.page.getByRole('button', { name: 'Message Seller' }).click();
  await sendMessage(buyer.page, 'Hello');
  await expect(buyer.page.getByText('Sent', { exact: true })).toBeVisible();
  return { ...buyer, seller, listing };
}

test('the form names a photo that is refused', async ({ browser }) => {
  const { page } = await openMember(browser, 'seller');
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Title').fill('Ring coat');
  const files = form.locator('input[type=file]');
  await files.setInputFiles([await photoFile('good.jpg')]);
  await files.setInputFiles([
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture') },
  ]);
  await expect(form.getByText(/Upload failed for notes\.jpg: .*JPEG, PNG/)).toBeVisible();
  const huge = join(product.dataDir, 'huge.jpg');
  writeFileSync(huge, Buffer.alloc(60 * 1024 * 1024, 1));
  await files.setInputFiles(huge);
  await expect(form.getByText('File huge.jpg is too large (max 50MB)')).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Ring coat');
  await expect(form.getByRole('img', { name: /good\.jpg/ })).toBeVisible();
});

test('the listing form names its missing fields', async ({ browser }) => {
  const { page } = await openMember(browser, 'seller');
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Brand').fill('Kapital');
  await form.getByRole('button', { name: 'Create Listing' }).click();
  await expect(form.getByText('Title is required')).toBeVisible();
  await expect(form.getByText('Price is required')).toBeVisible();
  await expect(form.getByText('No images: Please upload at least one image')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Brand')).toHaveValue('Kapital');
});

const IS_OTHER = /^This was already posted, without your latest changes$/;

/** The form of a new listing with all required fields. */
async function typeListing(page: Page, title: string) {
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  const form = page.getByRole('dialog');
  await form.locator('input[type=file]').setInputFiles([await photoFile('front.jpg')]);
  const typed = { Title: title, Brand: 'Kapital', Size: 'L', 'Price (USD)': '300' };
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text);
  await form.getByLabel('Category').selectOption('Outerwear');
  await form.getByLabel('Condition').selectOption('Used');
}

/** Lets the server store posts to a path, but drops its responses until the returned function is called. */
async function loseResponses(page: Page, path: string) {
  const isIt = (url: URL) => url.pathname === path;
  await page.route(isIt, async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    expect((await route.fetch()).status()).toBe(201);
    await route.abort();
  });
  return () => page.unroute(isIt);
}

test('posting an item again after lost responses duplicates none', async ({ browser }) => {
  const { page } = await openMember(browser, 'seller');
  const lost = page.getByText(/^Failed to create/);
  const form = page.getByRole('dialog');
  const findListings = await loseResponses(page, '/api/listings');
  await typeListing(page, 'Ring coat');
  await form.getByRole('button', { name: 'Create Listing' }).click();
  await expect(lost).toBeVisible();
  await findListings();
  await page.reload();
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  await form.getByRole('button', { name: 'Create Listing' }).click();
  await expect(page.getByText('Listing created successfully!')).toBeVisible();
  await expect(page.getByRole('link', { name: /Ring coat/ })).toHaveCount(1);

  // A duplicated tab posts the same input under the same id.
  await page.goto('/wtb');
  const wanted = { 'What are you looking for?': 'Geobasket', Brand: 'Rick Owens', Size: '43' };
  const findWanted = await loseResponses(page, '/api/wtb-listings');
  const create = (tab: Page) => tab.getByRole('button', { name: 'Create a WTB' }).click();
  const post = (tab: Page) => tab.getByRole('button', { name: 'Create WTB' }).click();
  await create(page);
  for (const [label, text] of Object.entries(wanted)) await form.getByLabel(label).fill(text);
  await form.getByLabel('Maximum Budget (USD)').fill('900');
  const typing = await page.evaluate(() => ({ ...sessionStorage }));
  const copy = await page.context().newPage();
  await copy.addInitScript((stored) => Object.assign(sessionStorage, stored), typing);
  await copy.goto('/wtb');
  await post(page);
  await expect(lost).toBeVisible();
  await create(copy);
  await post(copy);
  await expect(copy.getByText('Your WTB listing has been created!')).toBeVisible();

  // A post with different content updates the stored one.
  await findWanted();
  await form.getByLabel('Maximum Budget (USD)').fill('950');
  await post(page);
  await expect(page.getByText(IS_OTHER)).toBeVisible();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your WTB listing has been updated!')).toBeVisible();
  await expect(page.getByRole('link', { name: /Geobasket.*\$950/ })).toHaveCount(1);
  await expect(page.getByRole('link', { name: /Geobasket/ })).toHaveCount(1);
});

test('editing a listing after a lost response changes it', async ({ browser }) => {
  const { page, member } = await openMember(browser, 'seller');
  const form = page.getByRole('dialog');
  const create = form.getByRole('button', { name: 'Create Listing' });
  // By keyboard, because the last message may cover the button.
  const photos = form.getByRole('img', { name: /front\.jpg|back\.jpg/ });
  const cards = page.getByRole('link', { name: /Rain coat/ });
  const find = await loseResponses(page, '/api/listings');
  await typeListing(page, 'Rain coat');
  await pressEnter(create);
  await expect(page.getByText(/^Failed to create/)).toBeVisible();
  await find();
  await form.getByLabel('Price (USD)').fill('250');
  await form.locator('input[type=file]').setInputFiles([await photoFile('back.jpg')]);
  await pressEnter(create);
  await expect(page.getByText(IS_OTHER)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Edit Listing' })).toBeVisible();
  await pressEnter(form.getByRole('button', { name: 'Save Changes' }));
  await expect(page.getByText('Listing updated successfully!')).toBeVisible();
  await expect(cards.filter({ hasText: '$250' })).toHaveCount(1);
  await expect(cards).toHaveCount(1);
  const listings = () => member.call<Listing[]>('GET', '/api/listings');
  expect((await listings()).find(({ title }) => title === 'Rain coat')?.images).toHaveLength(2);

  // A listing that was removed in the meantime can be posted again once its photos are added again.
  const findNext = await loseResponses(page, '/api/listings');
  await typeListing(page, 'Sack coat');
  await pressEnter(create);
  await expect(page.getByText(/^Failed to create/)).toBeVisible();
  await findNext();
  const sack = (await listings()).find(({ title }) => title === 'Sack coat');
  expect((await member.request('DELETE', `/api/listings/${sack?.id}`)).ok).toBe(true);
  await pressEnter(create);
  await expect(page.getByText(/has since been removed\. Add its photos again/)).toBeVisible();
  await expect(photos).toHaveCount(0);
  await form.locator('input[type=file]').setInputFiles([await photoFile('front.jpg')]);
  await pressEnter(create);
  await expect(page.getByText('Listing created successfully!')).toBeVisible();
  await expect(page.getByRole('link', { name: /Sack coat/ })).toHaveCount(1);
});

test('an empty message cannot be sent', async ({ browser }) => {
  const { page } = await openConversation(browser);
  await page.getByLabel('Message', { exact: true }).fill('   ');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await page.getByLabel('Message', { exact: true }).press('Enter');
  expect(await textsIn(page)).toEqual(['Hello']);
});

test('a double click on send sends once', async ({ browser }) => {
  const { page } = await openConversation(browser);
  await page.getByLabel('Message', { exact: true }).fill('Only once');
  await page.getByRole('button', { name: 'Send message' }).dblclick();
  await expect.poll(() => textsIn(page)).toEqual(['Hello', 'Only once']);
});

test('two tabs of one member stay in sync', async ({ browser }) => {
  const { page, seller, listing } = await openConversation(browser);
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/.*(\/messages\/)/, '$1'));
  await expect.poll(() => textsIn(other)).toEqual(['Hello']);
  await sendMessage(other, 'From the other tab');
  await expect.poll(() => textsIn(page)).toEqual(['Hello', 'From the other tab']);
  const conversation = await seller.openConversation(listing).catch(() => null);
  expect(conversation).toBeNull();
});

test('text typed while offline is sent on reconnect', async ({ browser }) => {
  const { page } = await openConversation(browser);
  await page.context().setOffline(true);
  await expect(page.getByText(/You're offline/)).toBeVisible();
  await sendMessage(page, 'Written in a tunnel');
  await expect(page.getByText('Sending…')).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('half a sent');
  await page.context().setOffline(false);
  await expect(page.getByText('Sending…')).toHaveCount(0);
  expect(await textsIn(page)).toEqual(['Hello', 'Written in a tunnel']);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('half a sent');
  await page.reload();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('half a sent');
  await expect.poll(() => textsIn(page)).toEqual(['Hello', 'Written in a tunnel']);
});

test('messages unsent at closing are sent next time', async ({ browser }) => {
  const { page } = await openConversation(browser);
  const address = page.url();
  await page.context().setOffline(true);
  for (let i = 1; i <= 5; i += 1) await sendMessage(page, `unsent ${i}`);
  await expect.poll(() => outgoingCount(page)).toBe(5);
  await page.close({ runBeforeUnload: false });
  const next = await page.context().newPage();
  await page.context().setOffline(false);
  await next.goto(address);
  await expect.poll(() => textsIn(next)).toEqual(['Hello', ...[1, 2, 3, 4, 5].map((i) => `unsent ${i}`)]);
  await expect(next.getByText('Sending…')).toHaveCount(0);
});
