import { expect } from 'playwright/test';
import { readConfig } from '../../server/src/config.ts';
import { changeSettings } from '../../server/src/instance/settings/change-settings.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { look } from './look.ts';
import { openAs, openBrowser, PASSWORD, pressEnter, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

let adminEmail: string;
test.beforeAll(async () => {
  const admin = await signUp(product.url, 'keeper');
  adminEmail = admin.email;
  const { username } = await admin.call<{ username: string }>('GET', '/api/auth/user');
  const config = readConfig({ DATA_DIR: product.dataDir });
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
  const db = await openDatabase(config.databaseUrl, createLog('error'));
  await changeSettings(db, { signUp: 'invite' }, null);
  await db.close();
  await expect.poll(async () => (await fetch(`${product.url}/login`)).text()).toContain('"signUp":"invite"');
});

for (const width of widths(1280)) {
  test(`a newcomer uses an admin's invitation, ${width} pixels wide`, async ({ browser }) => {
    const { page } = await openBrowser(browser, product.url, width);
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
    await openAs(page, adminEmail, '/admin?tab=instance');
    const form = page.getByRole('form', { name: 'New invitation' });
    await form.getByLabel('People').fill('101');
    await form.getByLabel(/^Note/).fill(`The book club ${width}`);
    await pressEnter(form.getByRole('button', { name: 'Make a Link' }));
    await expect(form.getByText('Must be at most 100')).toBeVisible();
    await form.getByLabel('People').fill('1');
    await page.keyboard.press('Enter');
    const link = page.getByLabel('The link, shown only now');
    await expect(link).toBeVisible();
    const row = page
      .getByRole('list', { name: 'Invitations' })
      .getByRole('listitem')
      .filter({ hasText: `The book club ${width}` });
    await expect(row).toContainText('0 of 1 used');
    await link.scrollIntoViewIfNeeded();
    await look(page, 'invites');

    const join = async () => {
      const { page: joining } = await openBrowser(browser, product.url, width);
      await joining.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
      await joining.goto(await link.inputValue());
      return joining;
    };
    const newcomer = await join();
    await expect(newcomer.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    expect(newcomer.url()).not.toContain('invite=');
    await look(newcomer, 'invited');
    await newcomer.getByLabel('E-mail', { exact: true }).fill(`newcomer${width}@example.com`);
    await newcomer.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await newcomer.locator('form').getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(newcomer.getByRole('button', { name: /^Messages/ })).toBeVisible();

    const second = await join();
    await expect(
      second.getByText('This invitation has been used up. Please ask for a new one.'),
    ).toBeVisible();
    await expect(second.getByText('New here? You need an invitation to sign up here.')).toBeVisible();
    await expect(second.getByRole('button', { name: 'Sign Up', exact: true })).toHaveCount(0);
    await look(second, 'refused');

    await page.reload();
    await expect(row).toContainText('1 of 1 used · Used up');
    await form.getByRole('button', { name: 'Make a Link' }).click();
    const open = page.getByRole('button', { name: /^Revoke/ });
    await open.first().press('Enter');
    await expect(page.getByText('The invitation was revoked.').first()).toBeVisible();
    await expect(open).toHaveCount(0);
    await page.getByRole('tab', { name: 'Audit Log' }).click();
    await expect(page.getByText(/revoked an invitation/).first()).toBeVisible();
  });
}
