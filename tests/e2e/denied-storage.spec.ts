import { expect } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { DENIED, deny } from './deny-storage.ts';
import { openBrowser, sendMessage, signIn } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

// In a browser that denies site data, or has no room for it, visitors read and members sign in.

const product = prepareProduct();

/** Runs in the page before its scripts. */
function fill(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
}

const CASES = [
  ...DENIED.map((name) => ({
    what: `without ${name}`,
    script: deny,
    names: [name],
    isKept: name !== 'localStorage',
  })),
  { what: 'without any site data', script: deny, names: DENIED, isKept: false },
  { what: 'with full storage', script: fill, names: [], isKept: false },
];

for (const { what, script, names, isKept } of CASES) {
  test(`a newly signed-in member writes ${what}`, async ({ browser }) => {
    const [seller, member] = [await signUp(product.url, 'seller'), await signUp(product.url, 'member')];
    const coat = await seller.list(await phonePhoto(), 'Ring coat');
    const { page } = await openBrowser(browser, product.url);
    await page.addInitScript(script, names);
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Ring coat/ }).first()).toBeVisible();
    await page.goto(`/listing/${coat.id}`);
    await page
      .getByRole('button', { name: 'Sign In to Message' })
      .or(page.getByRole('link', { name: 'Sign In to Message' }))
      .click();
    const note = page.getByText('Your browser blocks site data for this site.');
    await expect(note).toHaveCount(isKept ? 0 : 1);
    await signIn(page, member.email);
    await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
    await sendMessage(page, 'Is it here?');
    await expect(page.getByRole('log')).toContainText('Is it here?');
    await expect
      .poll(async () => (await seller.call<{ lastMessage?: unknown }[]>('GET', '/api/conversations')).length)
      .toBe(1);
  });
}
