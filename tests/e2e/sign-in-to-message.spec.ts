import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { addListing, addMember, addWanted } from '../support/people/market.ts';
import { linkInMail, openBrowser, PASSWORD, signIn, signUpAs, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct({});

/** A member's listing and WTB. @returns their ids */
async function addItems(username: string) {
  const db = await openDatabase(`file:${join(product.dataDir, 'selvedge.db')}`, createLog('error'));
  const { id } = await addMember(db, username);
  const items = { listing: await addListing(db, id), wanted: await addWanted(db, id) };
  await db.close();
  return items;
}

/** Expects the open messages about a member's item, with the focus in the composer. */
async function expectOpenComposer(page: Page, username: string, item: string): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Messages' });
  await expect(panel.getByRole('heading', { name: username })).toBeVisible();
  await expect(panel.getByRole('link', { name: /Kapital/ })).toHaveAttribute('href', item);
  await expect(panel.getByLabel('Message', { exact: true })).toBeFocused();
}

for (const width of widths(390)) {
  test(`at ${width} px, signing in opens the composer`, async ({ browser }) => {
    const username = `Seller${width}`;
    const { listing, wanted } = await addItems(username);
    const email = `visitor${width}@example.com`;
    const member = await openBrowser(browser, product.url);
    await signUpAs(member.page, product.dataDir, email);

    const { page } = await openBrowser(browser, product.url, width);
    await page.goto(`/listing/${listing}`);
    await page.getByRole('button', { name: 'Sign In to Message' }).click();
    await signIn(page, email);
    await expectOpenComposer(page, username, `/listing/${listing}`);
    await page.getByRole('button', { name: 'Close messages' }).click();
    await expect(page).toHaveURL(`/listing/${listing}`);
    await expect(page.getByRole('button', { name: 'Message Seller' })).toBeVisible();

    const other = await openBrowser(browser, product.url, width);
    await other.page.goto(`/wtb/${wanted}`);
    await other.page.getByRole('link', { name: 'Sign in to message this user' }).click();
    await signIn(other.page, email);
    await expectOpenComposer(other.page, username, `/wtb/${wanted}`);
    await other.page.getByRole('button', { name: 'Close messages' }).click();
    const detail = other.page.getByRole('dialog', { name: 'Ring coat, indigo' });
    await expect(detail.getByRole('button', { name: 'I Have This' })).toBeVisible();
    await expect.poll(() => detail.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await expect(other.page).toHaveURL(`/wtb/${wanted}`);
  });
}

test('signing up to message opens the composer', async ({ browser }) => {
  const { listing } = await addItems('Seller');
  const { page } = await openBrowser(browser, product.url);
  const email = 'new@example.com';
  await page.goto(`/listing/${listing}`);
  await page.getByRole('button', { name: 'Sign In to Message' }).click();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(() => linkInMail(product.dataDir, email)).toPass();

  // The mail may be read in another browser.
  const { page: mail } = await openBrowser(browser, product.url);
  await mail.goto(linkInMail(product.dataDir, email));
  await mail.getByRole('button', { name: 'Confirm' }).click();
  await mail.waitForURL(/\/login/);
  await signIn(mail, email);
  await expectOpenComposer(mail, 'Seller', `/listing/${listing}`);
});
