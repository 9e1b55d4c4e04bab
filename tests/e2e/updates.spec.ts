import { expect, type Page } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { expectNoViolations } from './axe.ts';
import { look } from './look.ts';
import { openAccount, openAs, openBrowser, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

const bell = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

for (const width of widths(390)) {
  test(`at ${width} px an update read in one tab is read in all`, async ({ browser }) => {
    const [buyer, seller] = [await signUp(product.url, 'buyer'), await signUp(product.url, 'seller')];
    const wanted = { title: 'Ring coat', brand: 'Kapital', size: 'L', maxPrice: '900' };
    await buyer.call('POST', '/api/wtb-listings', wanted);
    const { page } = await openBrowser(browser, product.url, width);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openAs(page, buyer.email, '/about');
    const other = await page.context().newPage();
    await other.goto('/updates');
    await expect(other.getByText('No updates yet.')).toBeVisible();
    await other.goto('/about');
    await expect(bell(page, 'Updates')).toBeVisible();
    await expect(bell(other, 'Updates')).toBeVisible();

    await seller.list(await phonePhoto(), 'Ring coat, indigo');
    await expect(bell(page, 'Updates, 1 unread')).toBeVisible();
    await expect(bell(other, 'Updates, 1 unread')).toBeVisible();

    await bell(page, 'Updates, 1 unread').click();
    const row = page
      .getByRole('region', { name: 'Today' })
      .getByRole('link', { name: /Kapital · Ring coat, indigo · \$365 matches your request/ });
    await expect(row).toContainText('New');
    await expect(bell(page, 'Updates')).toBeVisible();
    await expect(bell(other, 'Updates')).toBeVisible();
    // It looks new until the list is opened again.
    await expect(row).toContainText('New');
    await expectNoViolations(page);
    await look(page, 'updates');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page);
    await look(page, 'updates-dark');
    await row.click();
    await expect(page.getByRole('heading', { name: 'Ring coat, indigo' })).toBeVisible();
  });
}

test('the way of each kind of update is chosen', async ({ browser }) => {
  const member = await signUp(product.url, 'member');
  const { username } = await member.call<{ username: string }>('GET', '/api/auth/user');
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, member.email, `/profile/${username}`);
  await openAccount(page, 'Notifications');
  const byMail = page.getByRole('checkbox', { name: 'Matches by e-mail' });
  await expect(byMail).toBeChecked();
  await byMail.focus();
  const saved = page.waitForResponse('**/api/notifications/settings');
  await page.keyboard.press('Space');
  await saved;
  await expectNoViolations(page);
  await look(page, 'kinds');
  await page.reload();
  await openAccount(page, 'Notifications');
  await expect(byMail).not.toBeChecked();
  await expect(page.getByRole('row', { name: /^How you sign in/ })).toContainText('Always');
});
