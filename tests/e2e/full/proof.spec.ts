import { readFileSync } from 'node:fs';
import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { expect, type Page } from 'playwright/test';
import { codeAt, stepAt } from '../../../server/src/identity/factors/totp.ts';
import { ageProofs } from '../age-proofs.ts';
import { expectNoViolations } from '../axe.ts';
import { DOUBLE_PRESS_MS } from '../input-device.ts';
import {
  chooseFromMenu,
  codeInMail,
  linkInMail,
  openAccount,
  openBrowser,
  PASSWORD,
  SESSION_KEY,
  signUpAs,
} from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct({ RATE_LIMITS: 'off' });
const SECOND = 'loom state, never washed';

const proofDialog = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });

for (const width of [1280, 390]) {
  test(`at ${width} px a sensitive change asks for reauthentication`, {
    tag: '@fresh-proof',
  }, async ({ browser }) => {
    const email = `owner-${width}@example.com`;
    const wanted = `owner-${width}@elsewhere.example`;
    const { page } = await openBrowser(browser, product.url, width);
    await signUpAs(page, product.dataDir, email);

    ageProofs(product.dataDir);
    await openAccount(page, 'Account');
    await page.getByLabel('New e-mail').fill(wanted);
    await page.getByRole('button', { name: 'Change E-mail' }).click();
    await expect(proofDialog(page).getByLabel('Your password')).toBeFocused();
    await expect(proofDialog(page).getByRole('button', { name: 'Close' })).toHaveCount(1);
    await expectNoViolations(page);
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await expect(proofDialog(page).getByText('Your current password is incorrect.')).toBeVisible();
    // Closing the dialog leaves the form unchanged.
    await page.keyboard.press('Escape');
    await expect(proofDialog(page)).toHaveCount(0);
    await expect(page.getByLabel('New e-mail')).toHaveValue(wanted);
    await page.getByRole('button', { name: 'Change E-mail' }).click();
    await proofDialog(page).getByRole('button', { name: 'E-mail Me a Code' }).click();
    await expect(proofDialog(page).getByLabel('Code from the e-mail')).toBeFocused();
    await expectNoViolations(page);
    await expect.poll(() => codeInMail(product.dataDir, email)).toMatch(/^\d{6}$/);
    const code = codeInMail(product.dataDir, email);
    await page.keyboard.type(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await expect(proofDialog(page).getByText('That code is wrong')).toBeVisible();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(page.getByText('We sent a link to your current address.')).toBeVisible();

    ageProofs(product.dataDir);
    await page.getByRole('tab', { name: 'Two-step' }).click();
    await page.getByRole('button', { name: 'Turn On' }).click();
    await proofDialog(page).getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const shown = await page.getByRole('dialog').locator('code').textContent();
    const secret = decodeBase32IgnorePadding((shown ?? '').replaceAll(' ', ''));
    await page.getByLabel('Six-digit code').fill(codeAt(secret, stepAt(new Date())));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    const list = page.getByRole('list', { name: 'Recovery codes' });
    const codes = await list.getByRole('listitem').allTextContents();
    expect(new Set(codes).size).toBe(10);
    await expectNoViolations(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await (await downloading).path();
    expect(readFileSync(file, 'utf8').trim().split('\n')).toEqual(codes);
    await page.getByRole('button', { name: 'I Have Saved Them' }).click();
    await expect(page.getByText('10 of 10 left.')).toBeVisible();

    await page.goto('/');
    await chooseFromMenu(page, 'Sign Out');
    await page.waitForURL(/\/login/);
    // An attacker's link cannot sign its recipient in to the attacker's account.
    const data = { email, password: PASSWORD };
    const answer = await page.request.post('/auth/v1/token?grant_type=password', { data });
    const { refresh_token } = (await answer.json()) as { refresh_token: string };
    const resumed: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes(refresh_token)) resumed.push(request.url());
    });
    await page.goto(`/login?next=/#session=${refresh_token}`);
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('button', { name: 'Use a Recovery Code' }).click();
    expect(resumed).toEqual([]);
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.type('aaaa-bbbb-cccc-dddd');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That recovery code is wrong')).toBeVisible();
    await page.getByLabel('Recovery code').fill(codes[3]?.toUpperCase() ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
    await openAccount(page, 'Two-step');
    await expect(page.getByText('9 of 10 left.')).toBeVisible();

    await page.goto('/');
    await chooseFromMenu(page, 'Sign Out');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send Link' }).click();
    await expect(() => expect(linkInMail(product.dataDir, email)).toContain('type=recovery')).toPass();
    await page.goto(linkInMail(product.dataDir, email));
    await page.locator('input[type=password]').fill(SECOND);
    await page.locator('form').getByRole('button').click();
    await expect(page.getByRole('heading', { name: 'Not your app?' })).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
    expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toContain('"cookie.');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Remove This App' }).click();
    // The next button takes its place, where a second press of a double press does nothing.
    await page.waitForTimeout(DOUBLE_PRESS_MS);
    await page.getByRole('button', { name: 'Yes, Remove It' }).click();
    await expect(page.getByRole('button', { name: /^Messages/ })).toBeVisible();
    await openAccount(page, 'Two-step');
    await expect(page.getByText('Two-step sign-in is off')).toBeVisible();
  });
}
