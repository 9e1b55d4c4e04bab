import { expect } from 'playwright/test';
import { signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { changeTo } from '../support/servers/features.ts';
import { expectNoViolations } from './axe.ts';
import { openAs, openBrowser, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

const admins = new Map<number, Awaited<ReturnType<typeof signUp>>>();
test.beforeAll(async () => {
  // Before a test stores rules, to which a sign-up has to agree.
  for (const width of widths(390)) admins.set(width, await signUp(product.url, `keeper${width}`));
});

test('an open page shows a new admin their rights', async ({ browser }) => {
  const member = await signUp(product.url, 'newcomer');
  const { username } = await member.call<{ username: string }>('GET', '/api/auth/user');
  const { page } = await openBrowser(browser, product.url, 1280);
  await openAs(page, member.email, '/admin?tab=instance');
  const form = page.getByRole('form', { name: 'Instance' });
  await expect(page.getByText('Page not found')).toBeVisible();
  await expect(form).toBeHidden();
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
  await expect(form.getByLabel('Time zone')).toBeVisible();
});

for (const width of widths(390)) {
  test(`an admin changes the settings, ${width} pixels wide`, async ({ browser }) => {
    const admin = admins.get(width);
    if (!admin) throw new Error('nobody has signed up');
    const { username } = await admin.call<{ username: string }>('GET', '/api/auth/user');
    await makeAdmin({ DATA_DIR: product.dataDir }, username);
    const { page } = await openBrowser(browser, product.url, width);
    await openAs(page, admin.email, '/admin?tab=instance');
    const form = page.getByRole('form', { name: 'Instance' });
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Selvedge');
    await expectNoViolations(page);

    // A refused field says so beside it, and nothing of the rest is lost or stored.
    await form.getByLabel('Tagline').fill(`Clothes with a past, ${width}`);
    await form.getByRole('textbox', { name: /^Accent color/ }).fill('red');
    await form.getByLabel('Rules').fill('Be kind.');
    await form.getByLabel('Time zone').selectOption('Europe/Berlin');
    await form.getByRole('checkbox', { name: /^Holds/ }).press('Space');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(form.getByText('must be a colour like #1f2d47')).toBeVisible();
    await expect(form.getByRole('textbox', { name: /^Accent color/ })).toBeFocused();
    await expectNoViolations(page);
    await page.reload();
    await expect(form.getByLabel('Rules')).toHaveValue('Be kind.');

    await form.getByRole('textbox', { name: /^Accent color/ }).fill('#7a2048');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The settings were saved.')).toBeVisible();
    await page.reload();
    await expect(form.getByLabel('Tagline')).toHaveValue(`Clothes with a past, ${width}`);
    await expect(form.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
    await expect(form.getByRole('checkbox', { name: /^Holds/ })).not.toBeChecked();

    await page.getByRole('tab', { name: 'Audit Log' }).click();
    const own = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: username });
    await expect(own.filter({ hasText: 'timeZone: none → Europe/Berlin' })).toContainText(
      'changed a setting',
    );
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    // For the other width.
    const restored = { tagline: null, accent: null, rules: null, timeZone: null, features: { holds: null } };
    await changeTo({ DATA_DIR: product.dataDir }, restored);
  });
}
