import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { expect } from 'playwright/test';
import { codeAt, stepAt } from '../../server/src/identity/factors/totp.ts';
import { PASSWORD, signUp } from '../support/people/account.ts';
import { expectNoViolations } from './axe.ts';
import { openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();

test('two-step sign-in asks for the code after the password', async ({ browser }) => {
  const member = await signUp(product.url);
  const { data: factor } = await member.auth.mfa.enroll({ factorType: 'totp' });
  const secret = decodeBase32IgnorePadding(factor?.totp.secret ?? '');
  const code = (steps: number) => codeAt(secret, stepAt(new Date()) + steps);
  // Codes are single-use: setup uses the current one, the page the next one.
  const setUp = await member.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code: code(0) });
  expect(setUp.error).toBeNull();

  const { page } = await openBrowser(browser, product.url, 390);
  await page.goto('/login?next=/wtb');
  await page.getByLabel('E-mail', { exact: true }).fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page);
  }
  await page.getByLabel('Six-digit code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That code is wrong')).toBeVisible();

  // After the password alone, a private page leads to the code form and back.
  await page.goto('/messages');
  await expect(page).toHaveURL(/\/login\?next=%2Fmessages$/);
  await page.reload();
  await page.getByLabel('Six-digit code').fill(code(1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/messages');
});
