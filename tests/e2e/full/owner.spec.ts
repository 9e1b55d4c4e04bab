import type { Listing } from '@selvedge/shared/items/listings';
import { expect, type Page } from 'playwright/test';
import { transparentPng } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { expectNoViolations } from '../axe.ts';
import { openAs, openBrowser, sendMessage } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct({ AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'off' });

const enter = async (page: Page, email: string) => {
  await openAs(page, email);
};
const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();
const cardOf = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) });
test("an owner's changes to a listing reach viewers live", async ({ browser }) => {
  const marlow = await signUp(product.url, 'marlow');
  const odile = await signUp(product.url, 'odile');
  const picture = await transparentPng(60, 80);
  await marlow.list(picture, 'Ring coat');
  const { id } = await marlow.list(picture, 'Type II trucker');
  const owner = await openBrowser(browser, product.url);
  const other = await openBrowser(browser, product.url);
  await owner.page.emulateMedia({ reducedMotion: 'reduce' });
  await enter(owner.page, marlow.email);
  await enter(other.page, odile.email);

  // Odile has the listing open in a thread, and the grid in another tab.
  const thread = other.page;
  await thread.goto(`/listing/${id}`);
  await thread.getByRole('button', { name: 'Message Seller' }).click();
  await sendMessage(thread, 'Is it still available?');
  const grid = await thread.context().newPage();
  await grid.goto('/');
  const page = await thread.context().newPage();
  await page.goto(`/listing/${id}`);
  await expect(page.getByText('$365', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Listing' })).toBeHidden();

  // Discount Item: rules, readout and toast.
  await owner.page.goto(`/listing/${id}`);
  await action(owner.page, 'Discount Item').click();
  const form = dialog(owner.page);
  await action(owner.page, 'Apply Discount').click();
  await expect(form.getByText('New price is required')).toBeVisible();
  const price = form.getByLabel('New Price (USD)');
  const rules = [
    ['365', 'New price must be lower than current price'],
    ['0', 'Price must be a positive number'],
  ] as const;
  for (const [typed, message] of rules) {
    await price.fill(typed);
    await expect(form.getByText(message)).toBeVisible();
  }
  const notice = form.getByText('This discount will automatically bump your listing to the top!');
  await price.fill('330.33');
  await expect(form.getByText('9% off')).toBeVisible();
  await expect(notice).toBeHidden();
  await price.fill('a 330.32');
  await expect(form.getByText('$330.32')).toBeVisible();
  await expect(form.getByText('10% off')).toBeVisible();
  await expect(notice).toBeVisible();
  await expectNoViolations(owner.page);
  await action(owner.page, 'Apply Discount').click();
  await toast(owner.page, 'Item discounted successfully!');

  // Odile's thread and grid update without a layout shift.
  await expect(page.getByText('Now $330.32')).toBeVisible();
  await expect(cardOf(grid, 'Type II trucker')).toContainText('$330.32');
  await expect(dialog(thread).getByText('$330.32').first()).toBeVisible();

  // An edit that leaves the price unchanged.
  await action(owner.page, 'Edit Listing').click();
  await expect(form.getByText('1 of 8')).toBeVisible();
  await expect(form.getByLabel('Price (USD)')).toHaveCount(0);
  await form.getByLabel('Title').fill('Type III trucker');
  await expectNoViolations(owner.page);
  await action(owner.page, 'Save Changes').click();
  await toast(owner.page, 'Listing updated successfully!');
  await expect(page.getByRole('heading', { name: 'Type III trucker' })).toBeVisible();
  await expect(cardOf(grid, 'Type III trucker')).toBeVisible();

  // A bump and a new listing are offered above the grid, and shown on request.
  await owner.page.goto('/');
  const coat = await cardOf(owner.page, 'Ring coat').getAttribute('href');
  await owner.page.goto(String(coat));
  await action(owner.page, 'Bump Listing').click();
  await toast(owner.page, 'Listing bumped to the top successfully');
  await expect(action(owner.page, 'Bump Listing')).toBeDisabled();
  await expect(owner.page.getByText('You can bump this again in 24h')).toBeVisible();
  await expect(grid.getByRole('button', { name: '1 new listing' })).toBeVisible();
  await marlow.list(picture, 'Bamana shirt');
  await expect(cardOf(grid, 'Bamana shirt')).toBeHidden();
  await grid.getByRole('button', { name: '2 new listings' }).click();
  const titles = grid.locator('.card-title');
  await expect(titles).toHaveText(['Bamana shirt', 'Ring coat', 'Type III trucker']);
  await expect(grid.getByRole('button', { name: /new listing/ })).toBeHidden();

  // The listing is sold.
  await owner.page.goto(`/listing/${id}`);
  await action(owner.page, 'Mark Listing as Sold').click();
  await toast(owner.page, 'Listing marked as sold successfully');
  await expect(action(owner.page, 'Edit Listing')).toBeHidden();
  await expect(page.getByText('This item has been sold')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Message Seller' })).toBeHidden();
  await expect(cardOf(grid, 'Type III trucker')).toContainText('Sold');
  await expect(dialog(thread).getByText('Sold').first()).toBeVisible();
});

test('an owner manages a listing by keyboard', async ({ browser }) => {
  const marlow = await signUp(product.url, 'phone');
  const { id, seller } = await marlow.list(await transparentPng(60, 80), 'Sashiko vest');
  const second: Listing = await marlow.list(await transparentPng(60, 80), 'Boro jacket');
  const { page } = await openBrowser(browser, product.url, 390);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await enter(page, marlow.email);
  const press = async (name: string) => {
    await action(page, name).focus();
    await page.keyboard.press('Enter');
  };

  await page.goto(`/listing/${id}`);
  await press('Discount Item');
  const price = dialog(page).getByLabel('New Price (USD)');
  await expect(dialog(page)).toBeVisible();
  await price.focus();
  await page.keyboard.type('300');
  await expect(dialog(page).getByText('18% off')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(action(page, 'Discount Item')).toBeFocused();
  await press('Discount Item');
  await price.focus();
  await page.keyboard.type('300');
  await page.keyboard.press('Enter');
  await toast(page, 'Item discounted successfully!');

  // The profile's menu.
  await page.goto(`/profile/${seller.username}`);
  await expect(page.getByRole('tab', { name: 'Active Listings (2)' })).toBeVisible();
  const choose = async (key: 'Home' | 'End', name: string) => {
    await press('Actions for Sashiko vest');
    const item = page.getByRole('menuitem', { name });
    await expect(item).toBeVisible();
    // A key pressed before the menu has the focus is lost.
    await expect(async () => {
      await page.keyboard.press(key);
      await expect(item).toHaveAttribute('data-highlighted', { timeout: 500 });
    }).toPass();
    await page.keyboard.press('Enter');
  };
  await choose('End', 'Update Price');
  await expect(dialog(page).getByRole('heading', { name: 'Update Price' })).toBeVisible();
  await expectNoViolations(page);
  await price.focus();
  await page.keyboard.type('410');
  await page.keyboard.press('Enter');
  await toast(page, 'Price updated successfully!');
  await expect(cardOf(page, 'Sashiko vest')).toContainText('$410');

  await choose('Home', 'Mark as Sold');
  await toast(page, 'Item marked as sold successfully');
  await expect(page.getByRole('tab', { name: 'Active Listings (1)' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Sold Items (1)' })).toBeVisible();
  await expect(cardOf(page, 'Sashiko vest')).toBeHidden();

  // Deleting asks for confirmation.
  await page.goto(`/listing/${second.id}`);
  page.once('dialog', (confirmation) => void confirmation.dismiss());
  await press('Delete Listing');
  await expect(action(page, 'Delete Listing')).toBeEnabled();
  page.once('dialog', (confirmation) => {
    expect(confirmation.message()).toBe(
      'Are you sure you want to permanently delete this listing? This action cannot be undone.',
    );
    void confirmation.accept();
  });
  await press('Delete Listing');
  await page.waitForURL('/');
  await toast(page, 'Listing deleted permanently');
  await page.goto(`/listing/${second.id}`);
  await expect(page.getByText('Listing Not Found')).toBeVisible();
});
