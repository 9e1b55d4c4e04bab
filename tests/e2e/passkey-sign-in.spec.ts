import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Browser, type CDPSession, expect, type Page } from 'playwright/test';
import { signUp } from '../support/people/account.ts';
import { look } from './look.ts';
import { openAccount, openAs, openBrowser, PASSWORD, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct({ AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'off' });

/** A browser of a device that unlocks passkeys, such as a laptop with a fingerprint reader. */
async function openDevice(browser: Browser, width: number) {
  const { page } = await openBrowser(browser, product.url, width);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return { page, cdp, authenticatorId };
}

const setPresence = (cdp: CDPSession, authenticatorId: string, enabled: boolean) =>
  cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

const account = (page: Page) => page.getByRole('dialog', { name: 'Account' });
const isSignedIn = (page: Page) =>
  expect(page.getByRole('button', { name: /^Account menu for / })).toBeVisible();

/** Signs out without the menu, to start anew in the same browser. */
async function signOut(page: Page) {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

function ageProofs(): void {
  const db = new Sqlite(join(product.dataDir, 'selvedge.db'));
  expect(db.prepare('update auth_sessions set proven_at = proven_at - 400000').run().changes).toBeGreaterThan(
    0,
  );
  db.close();
}

for (const width of widths(1280)) {
  test(`at ${width} px a member uses a passkey`, async ({ browser }) => {
    const member = await signUp(product.url);
    const { page, cdp, authenticatorId } = await openDevice(browser, width);
    await openAs(page, member.email);
    await openAccount(page, 'Two-step');
    await look(page, 'settings-empty');
    await account(page).getByRole('button', { name: 'Add a Passkey' }).click();
    await expect(page.getByText('Passkey added')).toBeVisible();
    const row = account(page).getByRole('listitem');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Not used yet');
    // The same device refuses a second one.
    await account(page).getByRole('button', { name: 'Add a Passkey' }).click();
    await expect(page.getByText('There is already a passkey for your account in this place.')).toBeVisible();

    await row.getByRole('button', { name: /^Rename / }).click();
    await row.getByLabel('Name of the passkey').fill('My laptop');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('My laptop');
    await look(page, 'settings');

    // By the button.
    await signOut(page);
    await setPresence(cdp, authenticatorId, false);
    await page.goto('/login?next=/wtb');
    await expect(page.getByRole('button', { name: 'Sign In with a Passkey' })).toBeVisible();
    await look(page, 'login');
    await setPresence(cdp, authenticatorId, true);
    await page.getByRole('button', { name: 'Sign In with a Passkey' }).click();
    await isSignedIn(page);
    expect(new URL(page.url()).pathname).toBe('/wtb');

    // As the second step.
    await openAccount(page, 'Two-step');
    await expect(row).toContainText('Last used');
    await account(page).getByRole('button', { name: 'Turn On with a Passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    await account(page).getByRole('button', { name: 'I Have Saved Them' }).click();
    await expect(account(page).getByText('also requires one of your passkeys')).toBeVisible();
    await look(page, 'settings-on');
    await signOut(page);
    await setPresence(cdp, authenticatorId, false);
    await page.goto('/login');
    await page.getByLabel('E-mail', { exact: true }).fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
    await look(page, 'second-step');
    await page.getByRole('button', { name: 'Use a Recovery Code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await setPresence(cdp, authenticatorId, true);
    await page.getByRole('button', { name: 'Use a Passkey' }).click();
    await expect(page.getByRole('button', { name: 'Use a Passkey' })).toBeFocused();
    await page.keyboard.press('Enter');
    await isSignedIn(page);

    // As a proof, to remove it, which turns two-step sign-in off.
    ageProofs();
    await openAccount(page, 'Two-step');
    await row.getByRole('button', { name: 'Remove My laptop' }).click();
    await expect(row).toContainText('Two-step sign-in will be off.');
    await row.getByRole('button', { name: 'Yes, Remove It' }).click();
    const proof = page.getByRole('dialog', { name: "Confirm it's you" });
    await expect(proof.getByRole('button', { name: 'Use a Passkey' })).toBeVisible();
    await look(page, 'proof');
    await proof.getByRole('button', { name: 'Use a Passkey' }).click();
    await expect(page.getByText('Passkey removed')).toBeVisible();
    await expect(account(page).getByText('Two-step sign-in is off')).toBeVisible();
    await expect(row).toHaveCount(0);

    // The device still offers it.
    await signOut(page);
    await setPresence(cdp, authenticatorId, false);
    await page.goto('/login');
    await setPresence(cdp, authenticatorId, true);
    await page.getByRole('button', { name: 'Sign In with a Passkey' }).click();
    await expect(page.getByText('This passkey is not known here.')).toBeVisible();
    await look(page, 'refused');
  });
}

test('the autofill of the e-mail field offers passkeys', async ({ browser }) => {
  const member = await signUp(product.url);
  const { page, cdp, authenticatorId } = await openDevice(browser, 1280);
  await openAs(page, member.email);
  await openAccount(page, 'Two-step');
  await account(page).getByRole('button', { name: 'Add a Passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();

  await signOut(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.goto('/login');
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveAttribute(
    'autocomplete',
    'username webauthn',
  );
  await page.getByLabel('E-mail', { exact: true }).fill('typed@example.com');
  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click();
  await expect(page.getByRole('button', { name: 'Sign In with a Passkey' })).toBeEnabled();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('typed@example.com');
  expect(new URL(page.url()).pathname).toBe('/login');

  // A virtual device accepts an offer in the autofill as soon as it is made.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.goto('/login?next=/wtb');
  await isSignedIn(page);
  expect(new URL(page.url()).pathname).toBe('/wtb');
});
