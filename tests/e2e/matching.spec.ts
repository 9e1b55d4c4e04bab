import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { expectNoViolations } from './axe.ts';
import { openAs, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

async function openMember(browser: Browser, name: string, width: number) {
  const member = await signUp(product.url, name);
  const watched = await openBrowser(browser, product.url, width);
  await watched.page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(watched.page, member.email);
  return { ...watched, member };
}

const shot = (page: Page, name: string) =>
  process.env.SELVEDGE_TEST_SHOTS
    ? page.screenshot({ path: `${process.env.SELVEDGE_TEST_SHOTS}-${name}.png` })
    : null;

test('a new match is announced at once', async ({ browser }) => {
  const buyer = await openMember(browser, 'buyer', 390);
  const seller = await openMember(browser, 'seller', 1280);
  const photo = await phonePhoto();
  await seller.member.list(photo, 'Ring coat, first');

  // Existing matches are shown as soon as the WTB is posted.
  const { page } = buyer;
  await page.goto('/wtb');
  await page.getByRole('button', { name: 'Create a WTB' }).click();
  await page.getByLabel('What are you looking for?').fill('ring COAT');
  await page.getByLabel('Brand', { exact: true }).fill('kapitál');
  await page.getByLabel('Size').fill('large');
  await page.getByLabel('Maximum Budget (USD)').fill('600');
  // The page below the dialog may mark them as seen from here on.
  const seen = page.waitForResponse('**/api/matches/seen');
  await page.getByRole('button', { name: 'Create WTB', exact: true }).click();
  const posted = page.getByRole('dialog', { name: 'Matches for Your WTB' });
  await expect(posted.getByRole('link', { name: /Ring coat, first/ })).toBeVisible();
  await expectNoViolations(page);
  await shot(page, 'posted');
  await posted.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('region', { name: 'Matches' }).getByRole('link')).toHaveCount(1);
  // Once viewed, a match is no longer new.
  await seen;
  await expect(page.getByRole('link', { name: 'WTB', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'About' }).click();

  // While typing, a seller sees how many members want the item, and their budgets.
  await seller.page.getByRole('button', { name: 'Sell Item' }).click();
  const form = seller.page.getByRole('dialog', { name: 'Create Listing' });
  await form.getByLabel('Title').fill('Indigo ring coat');
  await form.getByLabel('Brand').fill('KAPITAL');
  const hint = form.getByRole('status').filter({ hasText: 'want' });
  await expect(hint).toContainText('1 person wants this');
  await expect(hint).toContainText('$500–$750 (1)');
  await expect(hint).not.toContainText('buyer');
  await expectNoViolations(seller.page);
  await shot(seller.page, 'hint');
  await form.getByLabel('Size').fill('S');
  await expect(hint).toBeHidden();
  await form.getByRole('button', { name: 'Cancel' }).click();

  // The next match is announced on any page, with a button that starts a message.
  await seller.member.list(photo, 'Ring coat, second');
  await page.getByRole('link', { name: 'WTB new matches' }).click();
  const matches = page.getByRole('region', { name: 'Matches' });
  await expect(matches.getByRole('link')).toHaveCount(2);
  await expect(matches.getByRole('link', { name: /Ring coat, second/ })).toContainText('New');
  await expectNoViolations(page);
  await shot(page, 'panel');
  await expect(page.getByRole('link', { name: 'WTB', exact: true })).toBeVisible();
  await matches.getByRole('link', { name: /Ring coat, second/ }).click();
  await page.getByRole('button', { name: 'Message Seller' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
});
