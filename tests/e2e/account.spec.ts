import { expect, type Page } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { phonePhoto, textNamedJpeg } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { fileOf } from './input-device.ts';
import {
  chooseFromMenu,
  linkInMail,
  openAccount,
  openAs,
  openBrowser,
  PASSWORD,
  sendMessage,
  signIn,
  signUpAs,
} from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

// Otherwise an address would get only one mail a minute.
const product = prepareProduct({ RATE_LIMITS: 'off' });

/** What this browser still stores about the member. */
const storedData = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('selvedge-auth'), sessionStorage.getItem('auth_user')]);

test('a new member leaves nothing behind at sign-out', {
  tag: '@sign-out',
}, async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await signUpAs(page, product.dataDir, 'marlow@example.com');
  expect(await storedData(page)).toEqual([expect.any(String), expect.any(String)]);
  await chooseFromMenu(page, 'Profile');
  await page.waitForURL(/\/profile\/user[a-z0-9]{8}$/);
  const given = page.url().split('/').at(-1) ?? '';

  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog');
  const file = settings.getByLabel('Profile picture', { exact: true });
  await file.setInputFiles(await fileOf(textNamedJpeg(), 'notes.jpg'));
  await expect(settings.getByRole('alert')).toHaveText('Error processing image');
  await file.setInputFiles(await fileOf(await phonePhoto(), 'me.jpg'));
  await expect(settings.getByRole('application', { name: 'Your picture' })).toBeFocused();
  await settings.getByRole('button', { name: 'Save Picture' }).click();
  await expect(
    page.getByText('Profile picture updated. It may take a few minutes to reflect.'),
  ).toBeVisible();
  await expect(page.locator('main img[src^="/media/profiles/"]')).toBeAttached();
  const face = page.locator('header img[src^="/media/profiles/"]');
  await expect(face).toBeAttached();
  const first = String(await face.getAttribute('src'));
  // An iPhone photo: this browser cannot decode it, the server can.
  await file.setInputFiles('tests/support/data/phone.heic');
  await expect(settings.getByText("This browser can't display this photo.")).toBeVisible();
  await settings.getByRole('button', { name: 'Save Picture' }).click();
  await expect(face).not.toHaveAttribute('src', first);
  await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400);

  await settings.getByRole('tab', { name: 'Username' }).click();
  await settings.getByRole('button', { name: 'Edit' }).click();
  const name = settings.getByLabel('Username', { exact: true }).and(page.locator('input'));
  for (const [username, problem] of [
    [given, 'No changes'],
    ['support', 'This username is reserved.'],
    ['ma', 'Username must be 3 to 20 characters long.'],
    ['mar low', 'Username can only contain letters and numbers.'],
  ] as const) {
    await name.fill(username);
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByText(problem)).toBeVisible();
  }
  await name.fill('Marlow');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('Username updated successfully! Redirecting to your new profile...'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/profile\/Marlow$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Marlow' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu for Marlow' })).toBeVisible();
  await page.goto(`/profile/${given}`);
  await expect(page).toHaveURL(/\/profile\/Marlow$/);

  await chooseFromMenu(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign in to Selvedge' })).toBeVisible();
  expect(await storedData(page)).toEqual([null, null]);
  await page.goto('/profile/Marlow');
  await expect(page.getByRole('heading', { level: 1, name: 'Marlow' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Settings' })).toHaveCount(0);
});

test('a sign-up works once its mailed link is followed', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url, 390);
  const email = 'odile@example.com';
  await page.goto('/login?next=/wtb');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(
    page.getByText('Sign up successful! Please check your email to verify your account.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in to Selvedge' })).toBeVisible();
  const submit = page.locator('form').getByRole('button', { name: 'Sign In', exact: true });
  await submit.click();
  await expect(page.getByText('Email not confirmed')).toBeVisible();

  await expect(() => linkInMail(product.dataDir, email)).toPass();
  const other = await page.context().newPage();
  await other.goto(linkInMail(product.dataDir, email));
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expect(other.getByText('Your address is confirmed.')).toBeVisible();
  await submit.click();
  await expect(page).toHaveURL(/\/wtb$/);
  // The tab opened from the mail continues there, too, in any browser.
  await expect(other).toHaveURL(/\/wtb$/);
});

test('a member resets a forgotten password by mail', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url, 390);
  const email = 'forgetful@example.com';
  await signUpAs(page, product.dataDir, email);
  await chooseFromMenu(page, 'Sign Out');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // Wait for the new page: the previous one has an address field, too.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  const requestReset = async (address: string) => {
    await page.getByLabel('E-mail', { exact: true }).fill(address);
    await page.getByRole('button', { name: 'Send Link' }).click();
    await expect(
      page.getByText('If there is an account with this address, a link is on its way.'),
    ).toBeVisible();
  };
  await requestReset('nobody@example.com');
  await page.reload();
  await requestReset(email);
  await expect(() => expect(linkInMail(product.dataDir, email)).toContain('type=recovery')).toPass();
  await page.goto(linkInMail(product.dataDir, email));
  const second = 'loom state, never washed';
  await page.locator('input[type=password]').fill(second);
  const button = page.getByRole('button', { name: 'Set This Password', exact: true });
  await expect(button).toHaveCSS('font-size', '16px');
  await button.click();
  await expect(page.getByText('Your password was changed')).toBeVisible();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email);
  // The address remains in neither the URL nor the history.
  await expect(page).toHaveURL(`${product.url}/login?reset=1`);
  await signIn(page, email, second);

  await openAccount(page, 'Account');
  const third = 'sanforized, and proud of it';
  await page.getByLabel('Current password').fill('wrong, but long enough');
  await page.getByLabel('New password').fill(third);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Your current password is incorrect.')).toBeVisible();
  await page.getByLabel('Current password').fill(second);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(
    page.getByText('Your password was changed, and you were signed out everywhere else.'),
  ).toBeVisible();
  await page.getByLabel('New e-mail').fill('mindful@example.com');
  await page.getByRole('button', { name: 'Change E-mail' }).click();
  await expect(page.getByText('We sent a link to your current address.')).toBeVisible();
});

test('a member signed out elsewhere returns to the page', async ({ browser }) => {
  const own = makeTempDir();
  const instance = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: own.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
  });
  const seller = await signUp(instance.url, 'seller');
  const listing = await seller.list(await phonePhoto());
  const member = await signUp(instance.url, 'buyer');
  const { page } = await openBrowser(browser, instance.url);
  await openAs(page, member.email, `/listing/${listing.id}`);
  await page.getByRole('button', { name: 'Message Seller' }).click();
  await sendMessage(page, 'Hello');
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('half a sent');

  const thread = new URL(page.url()).pathname;
  expect(thread).toMatch(/^\/messages\/.+/);
  await member.auth.signOut({ scope: 'global' });
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('next') === thread);
  await expect(page.getByText('Your session has ended. Sign in to go on where you were.')).toBeVisible();
  await signIn(page, member.email, PASSWORD);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  await instance.stop();
  own.remove();
});
