import { type Browser, expect, type Page } from 'playwright/test';
import { signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { openAccount, openAs, openBrowser, runOutOn, signIn } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();
let me: Awaited<ReturnType<typeof signUp>>;
test.beforeAll(async () => {
  me = await signUp(product.url, 'marlow');
  const { username } = await me.call<{ username: string }>('GET', '/api/auth/user');
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
});

/** Every form that opens in a section of the settings. */
const FORMS = [
  { section: 'API keys', open: 'Make an API Key', label: 'Name' },
  { section: 'Webhooks', open: 'Add a Webhook', label: 'Address' },
  { section: 'Discord', open: 'Add a Channel', label: "Address of the channel's webhook" },
  { section: 'Webhooks', open: 'Add a Webhook', label: 'Address', isInstance: true },
  { section: 'Discord', open: 'Add a Channel', label: 'Name', isInstance: true },
];
const TYPED = 'https://bot.example/hook';

/** Types into a form on a phone. */
async function typeInto(browser: Browser, { section, open, label, isInstance }: (typeof FORMS)[number]) {
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, me.email, '/about');
  const region = page.getByRole('region', { name: section });
  const show = async () => {
    if (isInstance) await page.goto('/admin?tab=instance');
    else await openAccount(page, 'Account');
    await region.getByRole('button', { name: open }).click();
  };
  await show();
  const field = region.getByLabel(label);
  await field.fill(TYPED);
  return { page, region, field, show };
}

async function runOut(page: Page): Promise<void> {
  // The page reloads at the sign-in form.
  const loaded = page.waitForEvent('load');
  await runOutOn(page, { DATA_DIR: product.dataDir }, me.id);
  await loaded;
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, me.email);
}

for (const form of FORMS) {
  const name = `${form.open}${form.isInstance ? ' of the instance' : ''}`;

  test(`Back keeps what was typed: ${name}`, async ({ browser }) => {
    const { page, field, show } = await typeInto(browser, form);
    await page.goBack();
    await expect(field).toBeHidden();
    await show();
    await expect(field).toHaveValue(TYPED);
  });

  test(`a session that runs out keeps what was typed: ${name}`, async ({ browser }) => {
    const { page, field, show } = await typeInto(browser, form);
    await runOut(page);
    await show();
    await expect(field).toHaveValue(TYPED);
  });

  test(`Cancel drops what was typed: ${name}`, async ({ browser }) => {
    const { region, field } = await typeInto(browser, form);
    await region.getByRole('button', { name: 'Cancel' }).click();
    await region.getByRole('button', { name: form.open }).click();
    await expect(field).toHaveValue('');
  });
}
