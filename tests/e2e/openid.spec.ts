import { expect, type Page } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { type OpenId, startOpenId } from '../support/peers/openid.ts';
import { signUp } from '../support/people/account.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { look } from './look.ts';
import { openAccount, openAs, openBrowser, widths } from './people.ts';
import { test } from './test.ts';

const dir = makeTempDir();
let openId: OpenId;
let product: Awaited<ReturnType<typeof startProduct>>;

test.beforeAll(async () => {
  const port = await freePort();
  openId = await startOpenId([`http://localhost:${port}`]);
  product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port,
    env: { AUTH_AUTOCONFIRM: 'true', ...openId.env },
  });
});
test.afterAll(async () => {
  await product.stop();
  await openId.close();
  dir.remove();
});

const isSignedIn = (page: Page) =>
  expect(page.getByRole('button', { name: /^Account menu for / })).toBeVisible();

for (const width of widths(390)) {
  test(`at ${width} px a visitor signs in with Acme`, async ({ browser }) => {
    const { page } = await openBrowser(browser, product.url, width);
    const button = page.getByRole('button', { name: 'Continue with Acme' });
    const member = await signUp(product.url);
    openId.become({ email: member.email });
    await page.goto('/login?next=/wtb');
    await expect(button).toBeVisible();
    await look(page, 'openid-login');
    await button.click();
    await expect(page.getByText('Sign in to it first, then connect Acme under Account.')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await look(page, 'openid-collision');

    // The provider forgets who was there.
    await page.context().clearCookies();
    openId.become();
    await button.click();
    await isSignedIn(page);
    expect(new URL(page.url()).pathname).toBe('/wtb');
    // A page that arrives takes the focus, which closes a menu.
    await expect(page.getByRole('heading', { name: 'Want to Buy', exact: true })).toBeVisible();
    await openAccount(page, 'Account');
    await expect(page.getByText('Connected: your only way to sign in')).toBeVisible();

    // The member with that address connects it, and disconnects it again.
    const { page: own } = await openBrowser(browser, product.url, width);
    openId.become({ email: member.email });
    await openAs(own, member.email, '/about');
    await openAccount(own, 'Account');
    await own.getByRole('button', { name: 'Connect Acme' }).click();
    await expect(own.getByText('Acme is now connected')).toBeVisible();
    expect(new URL(own.url()).pathname).toBe('/about');
    await openAccount(own, 'Account');
    await expect(own.getByText('Connected: you can sign in with it')).toBeVisible();
    await own.getByText('Connected accounts').scrollIntoViewIfNeeded();
    await look(own, 'openid-connected');
    await own.getByRole('button', { name: 'Disconnect Acme' }).click();
    await own.getByRole('button', { name: 'Yes, Disconnect' }).click();
    await expect(own.getByText('Acme is no longer connected')).toBeVisible();
    await expect(own.getByText('Not connected')).toBeVisible();
  });
}

test('a provider that sends no address is named', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  openId.become({ email: undefined });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByText('Acme did not send your e-mail address')).toBeVisible();
});

test('a provider that is down is named', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await openId.close();
  // A new process knows nothing of the provider yet.
  await product.stop();
  await product.start();
  await page.goto('/login?next=/wtb');
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByText('Acme cannot be reached at the moment. Please try again later.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
