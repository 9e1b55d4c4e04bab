import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { type Browser, expect, type Page } from 'playwright/test';
import { freePort } from '../../../scripts/free-port.ts';
import { codeAt, stepAt } from '../../../server/src/identity/factors/totp.ts';
import { startGoTrue } from '../../support/peers/gotrue.ts';
import { startHostedProvider } from '../../support/peers/hosted-provider.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { watchErrors } from '../browser-errors.ts';
import { chooseFromMenu, openAccount, PASSWORD, SESSION_KEY, signIn } from '../people.ts';
import { test } from '../test.ts';

const EMAIL = 'odile@example.com';
const SECOND = 'loom state, never washed';
const THIRD = 'sanforized, and proud of it';
/** The background colour of a primary button in the light scheme. */
const INDIGO = 'rgb(31, 45, 71)';

/** The link of the newest mail of a provider; '' while there is none. */
const mailedLink = async (provider: Awaited<ReturnType<typeof startHostedProvider>>): Promise<string> =>
  /http\S+\/auth\/v1\/verify\?[^\s"<]+/.exec((await provider.mailsTo(EMAIL)).at(-1) ?? '')?.[0] ?? '';

/** The product with a hosted provider, and a browser that trusts the provider's certificate. */
async function openShop(browser: Browser, env: Record<string, string>, port?: number) {
  const dir = makeTempDir();
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: port ?? (await freePort()),
    env,
  });
  const errors: string[] = [];
  const newBrowser = async () => {
    const context = watchErrors(await browser.newContext({ baseURL: product.url, ignoreHTTPSErrors: true }));
    const page = await context.newPage();
    // No request should fail here, so the browser's own network errors count, too.
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    return page;
  };
  return {
    product,
    errors,
    newBrowser,
    page: await newBrowser(),
    async close() {
      for (const context of browser.contexts()) await context.close();
      await product.stop();
      dir.remove();
    },
  };
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/login?next=/wtb');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Sign Up', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/');
  await chooseFromMenu(page, 'Sign Out');
  await page.waitForURL(/\/login/);
}

const tokenIn = (page: Page) =>
  page.evaluate(
    (key) => (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string }).access_token,
    SESSION_KEY,
  );

/** Turns two-step sign-in on. @returns a function for the app's code, a number of time steps from now */
async function turnOnTwoStep(page: Page): Promise<(steps: number) => string> {
  await openAccount(page, 'Two-step');
  await page.getByRole('button', { name: 'Turn On' }).click();
  const secret = decodeBase32IgnorePadding(
    ((await page.getByRole('dialog').locator('code').textContent()) ?? '').replaceAll(' ', ''),
  );
  const code = (steps: number) => codeAt(secret, stepAt(new Date()) + steps);
  await page.getByLabel('Six-digit code').fill(code(0));
  await page.getByRole('button', { name: 'Turn On' }).click();
  await expect(page.getByText('Two-step sign-in is on').first()).toBeVisible();
  return code;
}

async function signInWithCode(page: Page, password: string, code: string): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
  await enterCode(page, code);
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Six-digit code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Six-digit code')).toHaveCount(0);
}

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await openAccount(page, 'Account');
  await page.getByLabel('Current password').fill(from);
  await page.getByLabel('New password').fill(to);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(
    page.getByText('Your password was changed, and you were signed out everywhere else.'),
  ).toBeVisible();
}

test('the whole session works with another instance as provider', async ({ browser }) => {
  const port = await freePort();
  const pages = ['/', '/login', '/reset-password'].map((path) => `http://localhost:${port}${path}`);
  const provider = await startHostedProvider({ REDIRECT_ALLOW: pages.join(', ') });
  const { product, page, errors, close } = await openShop(browser, provider.settings, port);
  try {
    await signUp(page);
    await expect(page.getByText('Please check your email to verify your account.').first()).toBeVisible();
    await expect.poll(() => mailedLink(provider)).not.toBe('');
    await page.goto(await mailedLink(provider));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(`${product.url}/login?verified=1&next=%2Fwtb`);
    await expect(page.getByText('Your address is confirmed.')).toBeVisible();
    await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(EMAIL);
    await signIn(page, EMAIL);
    await expect(page).toHaveURL(`${product.url}/wtb`);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
    await changePassword(page, PASSWORD, SECOND);
    await page.goto('/');
    const code = await turnOnTwoStep(page);

    const token = await tokenIn(page);
    await signOut(page);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${provider.plainUrl}/auth/v1/user`, { headers })).status).toBe(403);
    expect((await fetch(`${product.url}/api/auth/user`, { headers })).status).toBe(401);

    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await page.getByLabel('E-mail', { exact: true }).fill(EMAIL);
    await page.getByRole('button', { name: 'Send Link' }).click();
    await expect.poll(() => mailedLink(provider)).toContain('type=recovery');
    await page.goto(await mailedLink(provider));
    await page.locator('input[type=password]').fill(THIRD);
    await page.locator('form').getByRole('button').click();
    await expect(page.getByText('Your password was changed')).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/login?reset=1`);
    await signInWithCode(page, THIRD, code(1));
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();

    await openAccount(page, 'Account');
    await page.getByLabel('New e-mail').fill('odile@elsewhere.example');
    await page.getByRole('button', { name: 'Change E-mail' }).click();
    await expect(page.getByText('We sent a link to your current address.')).toBeVisible();
    await expect.poll(() => mailedLink(provider)).toContain('type=email_change');
    await page.goto(await mailedLink(provider));
    await page.getByRole('button', { name: 'Continue the change' }).click();
    await expect(page.getByText('Thank you. One more step')).toBeVisible();
    expect(new URL(page.url()).origin).toBe(product.url);
    expect(errors).toEqual([]);
  } finally {
    await close();
    await provider.close();
  }
});

test('the whole session works with GoTrue as provider', async ({ browser }) => {
  const provider = await startGoTrue({ discord: false, autoconfirm: false });
  const { product, page, errors, newBrowser, close } = await openShop(browser, provider.env);
  provider.serve(product.url);
  try {
    await signUp(page);
    await expect(page.getByText('Please check your email to verify your account.').first()).toBeVisible();
    // The link signs in the browser that signed up.
    await page.goto(provider.linkTo(EMAIL));
    await expect(page).toHaveURL(/\/wtb$/);
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
    const code = await turnOnTwoStep(page);
    await page.goto('/');
    await changePassword(page, PASSWORD, SECOND);

    const token = await tokenIn(page);
    await signOut(page);
    expect(provider.sessions.size).toBe(0);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${product.url}/api/auth/user`, { headers })).status).toBe(401);
    await signInWithCode(page, SECOND, code(1));
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
    await signOut(page);

    const requestLink = async () => {
      await page.goto('/login');
      await page.getByLabel('E-mail', { exact: true }).fill(EMAIL);
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
      await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(EMAIL);
      await page.getByRole('button', { name: 'Send Link' }).click();
      await expect(page.getByText('a link is on its way')).toBeVisible();
      return provider.linkTo(EMAIL);
    };
    const used = await requestLink();
    const other = await newBrowser();
    await other.goto(used);
    await expect(other.getByText('only works in the browser where you requested it')).toBeVisible();
    await expect(other.getByRole('button', { name: 'Send Link' })).toBeVisible();
    await other.goto(used);
    await expect(other.getByText('This link no longer works')).toBeVisible();

    await page.goto(await requestLink());
    await enterCode(page, code(0));
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    await page.reload();
    await page.getByLabel('New password').fill(THIRD);
    await page.getByRole('button', { name: 'Set This Password' }).click();
    await expect(
      page.getByText('Your password was changed, and you were signed out everywhere else.'),
    ).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/`);
    await signOut(page);
    await signInWithCode(page, THIRD, code(0));
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
    expect(errors).toEqual([]);
  } finally {
    await close();
    await provider.close();
  }
});

test("a hosted provider's settings show the Discord button", async ({ browser }) => {
  const provider = await startGoTrue({ discord: true, autoconfirm: true });
  const { product, page, errors, newBrowser, close } = await openShop(browser, provider.env);
  provider.serve(product.url);
  try {
    await signUp(page);
    await expect(page).toHaveURL(/\/wtb$/);
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
    await expect(page.getByText('Please check your email')).toHaveCount(0);

    const other = await newBrowser();
    const syncs: number[] = [];
    other.on('response', (response) => {
      if (response.url().endsWith('/api/auth/sync-discord')) syncs.push(response.status());
    });
    const refusal = (code: string) =>
      `${product.url}/?error=access_denied&error_code=${code}&error_description=Refused`;
    await other.route('**/auth/v1/authorize?*', (route) =>
      route.fulfill({ status: 302, headers: { location: refusal('bad_oauth_callback') } }),
    );
    await other.goto('/login?next=/wtb');
    await other.getByRole('button', { name: 'Continue with Discord' }).click();
    await expect(other.getByText('Failed to login with Discord. Please try again.')).toBeVisible();
    // A mailed link that fails in the same tab afterwards has nothing to do with Discord.
    await other.goto(refusal('otp_expired'));
    await expect(other.getByText('This link no longer works')).toBeVisible();
    await expect(other.getByText('Failed to login with Discord. Please try again.')).toHaveCount(0);
    await other.unroute('**/auth/v1/authorize?*');
    await other.goto('/login?next=/wtb');
    await other.getByRole('button', { name: 'Continue with Discord' }).click();
    await expect(other).toHaveURL(/\/wtb$/);
    await expect(other.getByRole('button', { name: /^Messages/ })).toBeVisible();
    expect(syncs).toEqual([200]);
    const headers = { authorization: `Bearer ${await tokenIn(other)}`, 'content-type': 'application/json' };
    const foreign = { method: 'POST', headers, body: JSON.stringify({ discord_id: '1' }) };
    expect((await fetch(`${product.url}/api/auth/sync-discord`, foreign)).status).toBe(403);
    expect(await (await fetch(`${product.url}/api/auth/user`, { headers })).json()).toMatchObject({
      discordId: '80351110224678912',
      discordUsername: 'ana',
      authProvider: 'discord',
    });
    expect(errors).toEqual([]);
  } finally {
    await close();
    await provider.close();
  }
});

test('deleting an account here allows no further sign-in', async ({ browser }) => {
  const provider = await startGoTrue({ discord: false, autoconfirm: true });
  const { product, page, errors, close } = await openShop(browser, provider.env);
  provider.serve(product.url);
  try {
    await signUp(page);
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
    const headers = { authorization: `Bearer ${await tokenIn(page)}` };
    const me = await (await fetch(`${product.url}/api/auth/user`, { headers })).json();
    await openAccount(page, 'Account');
    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await expect(page.getByText('Your account at the sign-in provider remains.')).toBeVisible();
    await page.getByLabel(/^Type your username/).fill((me as { username: string }).username);
    await page.getByRole('button', { name: 'Delete for Good' }).click();
    await expect(page.getByText('Your account was deleted')).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/login`);
    expect([provider.sessions.size, errors]).toEqual([0, []]);

    await page.getByLabel('E-mail', { exact: true }).fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(
      page.getByText('This account is not active here. Ask the people who run this site.'),
    ).toBeVisible();
    await expect.poll(() => provider.sessions.size).toBe(0);
    expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
    // The browser reports the refusal once.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in to Selvedge' })).toBeVisible();
    expect(errors).toEqual([expect.stringContaining('401')]);
  } finally {
    await close();
    await provider.close();
  }
});

test("the password dialog asks for a hosted provider's code", async ({ browser }) => {
  const provider = await startGoTrue({ discord: false, autoconfirm: true, asksAnew: true });
  const { product, page, close } = await openShop(browser, provider.env);
  provider.serve(product.url);
  try {
    await signUp(page);
    await expect(page).toHaveURL(/\/wtb$/);
    await openAccount(page, 'Account');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(SECOND);
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    await expect(dialog).toBeVisible();
    // Only the provider handles the password.
    await expect(dialog.getByLabel('Your password')).toHaveCount(0);
    const main = dialog.getByRole('button', { name: 'E-mail Me a Code' });
    await expect(main).toHaveCSS('background-color', INDIGO);
    await main.click();
    await dialog.getByLabel('Code from the e-mail').fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That code is wrong, already used or expired.')).toBeVisible();
    // The typed text is still there.
    await page.getByRole('button', { name: 'Change Password' }).click();
    await dialog.getByRole('button', { name: 'E-mail Me a Code' }).click();
    await expect(dialog.getByLabel('Code from the e-mail')).toBeFocused();
    await page.keyboard.type(provider.mails.findLast(({ code }) => code)?.code ?? '');
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('Your password was changed, and you were signed out everywhere else.'),
    ).toBeVisible();
  } finally {
    await close();
    await provider.close();
  }
});

test('visitors can browse with placeholder provider settings', async ({ browser }) => {
  const dir = makeTempDir();
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { IDENTITY_URL: 'https://your_project.example', IDENTITY_KEY: 'your_key' },
  });
  const context = watchErrors(await browser.newContext({ baseURL: product.url }));
  const page = await context.newPage();
  try {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'All Listings' })).toBeVisible();
    await page.goto('/login');
    await page.getByLabel('E-mail', { exact: true }).fill('odile@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('Sign-in is not set up here yet.').first()).toBeVisible();
  } finally {
    await context.close();
    await product.stop();
    dir.remove();
  }
});
