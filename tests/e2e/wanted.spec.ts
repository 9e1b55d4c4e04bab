import { type Browser, expect } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { expectNoViolations } from './axe.ts';
import { openAs, openBrowser, textsIn } from './people.ts';
import { prepareProduct } from './product.ts';
import { test, testInFull } from './test.ts';

const product = prepareProduct();

/** A member with the list of WTBs open in their own browser. */
async function openMember(browser: Browser, name: string, width?: number) {
  const member = await signUp(product.url, name);
  const watched = await openBrowser(browser, product.url, width);
  await watched.page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(watched.page, member.email, '/wtb');
  return { ...watched, member };
}

test('another member sees a new WTB at once', async ({ browser }) => {
  const buyer = await openMember(browser, 'buyer');
  const seller = await openMember(browser, 'seller');
  const listing = await seller.member.list(await phonePhoto(), 'Ring coat, indigo');
  await expect(seller.page.getByRole('heading', { name: 'No WTB listings yet' })).toBeVisible();
  await expect(seller.page.getByText("Be the first to post what you're looking for!")).toBeVisible();

  // The form names missing fields, accepts no sign in the budget, and keeps the typed text.
  await buyer.page.getByRole('button', { name: 'Create a WTB' }).click();
  const form = buyer.page.getByRole('dialog', { name: 'Create a WTB Request' });
  await expect(
    form.getByText(
      'Post a request for an item you want to buy. Other users can message you if they have it.',
    ),
  ).toBeVisible();
  await form.getByRole('button', { name: 'Create WTB' }).click();
  await expect(form.getByText('Required')).toHaveCount(4);
  await expectNoViolations(buyer.page);
  await form.getByLabel('What are you looking for?').fill('Ring coat in indigo');
  await form.getByLabel('Brand').fill('Kapital');
  await form.getByLabel('Size').fill('3');
  await form.getByLabel('Maximum Budget (USD)').pressSequentially('9e+E-00,50');
  await expect(form.getByLabel('Maximum Budget (USD)')).toHaveValue('900,50');
  await expect(form.getByText('$900.50')).toBeVisible();
  await form.getByRole('button', { name: 'Create WTB' }).click();
  await expect(buyer.page.getByText('Your WTB listing has been created!')).toBeVisible();
  await expect(form).toBeHidden();

  // The other member's list updates without a reload.
  await seller.page.getByRole('link', { name: /Ring coat in indigo/ }).click();
  const detail = seller.page.getByRole('dialog', { name: 'Ring coat in indigo' });
  await expect(detail.getByText('$900.50')).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Message', exact: true })).toBeVisible();
  const id = /\/wtb\/(.+)$/.exec(seller.page.url())?.[1];

  // The buyer edits it, and the open dialog updates.
  await buyer.page.getByRole('link', { name: /Ring coat in indigo/ }).click();
  const own = buyer.page.getByRole('dialog', { name: 'Ring coat in indigo' });
  await expect(own.getByText('Your listing')).toBeVisible();
  await expectNoViolations(buyer.page);
  await own.getByRole('button', { name: 'Edit' }).click();
  await buyer.page.getByLabel('Maximum Budget (USD)').fill('950');
  await buyer.page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(buyer.page.getByText('Your WTB listing has been updated!')).toBeVisible();
  await expect(detail.getByText('$950')).toBeVisible();
  await own.getByRole('button', { name: 'Bump' }).click();
  await expect(buyer.page.getByText('Your WTB listing has been bumped!')).toBeVisible();
  await own.getByRole('button', { name: 'Bump' }).click();
  await expect(buyer.page.getByText(/^You can bump this again in/)).toBeVisible();

  // The seller attaches a listing to the first message.
  await detail.getByRole('button', { name: 'I Have This' }).click();
  await expect(seller.page.getByRole('heading', { name: 'Attach one of your listings?' })).toBeFocused();
  await expectNoViolations(seller.page);
  await seller.page.getByRole('button', { name: /Ring coat, indigo/ }).click();
  const composer = seller.page.getByLabel('Message', { exact: true });
  const link = `${product.url}/listing/${listing.id}`;
  await expect(composer).toHaveValue(`I have this: Ring coat, indigo, $365\n${link}`);
  await composer.press('Enter');
  await expect(seller.page.getByText('Conversation started! Check your messages.')).toBeVisible();
  await expect(seller.page.locator('.bubble').getByRole('link')).toHaveAttribute('href', link);

  // The message arrives; the thread shows the WTB, and that it is marked found.
  await expect(buyer.page.locator('header button[aria-label^="Messages, 1"]')).toBeAttached();
  await own.getByRole('button', { name: 'Found' }).click();
  await expect(buyer.page.getByText('WTB listing marked as found!')).toBeVisible();
  await expect(own.getByText('Your listing · Found')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(
    seller.page.getByRole('dialog', { name: 'Messages' }).getByText('Found', { exact: true }),
  ).toHaveCount(2);
  await seller.page.getByRole('button', { name: 'Close messages' }).click();
  await expect(detail.getByText('Already Found')).toBeVisible();
  await detail.getByRole('button', { name: 'Close' }).click();
  await expect(seller.page.getByRole('heading', { name: 'No WTB listings yet' })).toBeVisible();

  // The owner deletes the WTB; existing conversations continue.
  buyer.page.once('dialog', (question) => void question.accept());
  await own.getByRole('button', { name: 'Delete' }).click();
  await expect(buyer.page).toHaveURL(/\/wtb$/);
  await buyer.page.getByRole('button', { name: /^Messages/ }).click();
  await buyer.page.getByRole('button', { name: /I have this/ }).click();
  await expect.poll(() => textsIn(buyer.page)).toEqual([`I have this: Ring coat, indigo, $365\n${link}`]);
  await expect(buyer.page.getByRole('dialog').getByText('Removed', { exact: true })).toHaveCount(2);
  await seller.page.goto(`/wtb/${id}`);
  await expect(seller.page.getByRole('dialog', { name: 'WTB listing not found' })).toBeVisible();
});

testInFull('on a phone, a WTB is managed by keyboard', async ({ browser }) => {
  const { page, member } = await openMember(browser, 'typist', 390);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: 'Create a WTB' }).focus();
  await press('Enter');
  await expect(page.getByLabel('What are you looking for?')).toBeFocused();
  for (const text of ['Geobasket, black', 'Rick Owens', '43', '12e0']) {
    await page.keyboard.type(text);
    await press('Tab');
  }
  await expect(page.getByLabel('Additional Details')).toBeFocused();
  await page.keyboard.type('Any wear is fine.');
  await press('Tab', 'Tab', 'Enter');
  await expect(page.getByText('Your WTB listing has been created!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create a WTB' })).toBeFocused();

  await page.getByLabel('Search by title or brand').focus();
  await page.keyboard.type('GEO');
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Search results for "GEO"' })).toBeVisible();
  await expect(page.getByText('1 listing found')).toBeVisible();
  await page.getByRole('link', { name: /Geobasket/ }).focus();
  await press('Enter');
  const own = page.getByRole('dialog', { name: 'Geobasket, black' });
  await expect(own.getByText('$120')).toBeVisible();
  await own.getByRole('button', { name: 'Edit' }).focus();
  await press('Enter');
  await expect(page.getByLabel('What are you looking for?')).toBeFocused();
  await press('ControlOrMeta+A');
  await page.keyboard.type('Geobasket, milk');
  await press('Enter');
  await expect(page.getByText('Your WTB listing has been updated!')).toBeVisible();
  const changed = page.getByRole('dialog', { name: 'Geobasket, milk' });
  await expect(changed.getByRole('button', { name: 'Edit' })).toBeFocused();
  page.once('dialog', (question) => void question.dismiss());
  await press('Shift+Tab', 'Enter');
  await expect(changed.getByRole('button', { name: 'Delete' })).toBeFocused();
  await press('Escape');
  await expect(page).toHaveURL(/\/wtb\?q=GEO$/);
  await expect(page.getByRole('link', { name: /Geobasket, milk/ })).toBeVisible();

  await page.goto('/wtb?q=nobody');
  await expect(page.getByRole('heading', { name: 'No WTB listings found' })).toBeVisible();
  await expect(page.getByText('0 listings found')).toBeVisible();

  const { username } = await member.call<{ username: string }>('GET', '/api/auth/user');
  await page.goto(`/profile/${username}`);
  await page.getByRole('tab', { name: 'Active Listings (0)' }).focus();
  await press('ArrowRight', 'ArrowRight');
  await expect(page.getByRole('tab', { name: 'WTB Listings (1)' })).toBeFocused();
  await page.getByRole('link', { name: /Geobasket, milk/ }).focus();
  await press('Enter');
  await changed.getByRole('button', { name: 'Found' }).focus();
  await press('Enter');
  await expect(changed.getByText('Your listing · Found')).toBeVisible();
  await press('Escape');
  await expect(page).toHaveURL(`/profile/${username}?tab=wtb`);
  await expect(page.getByRole('tab', { name: 'WTB Listings (0)' })).toBeVisible();
});
