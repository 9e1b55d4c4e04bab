import { expect } from 'playwright/test';
import { signUp } from '../support/people/account.ts';
import { prepareWithDiscord } from './discord-product.ts';
import { openAccount, openAs, openBrowser } from './people.ts';
import { test } from './test.ts';

const { product, addressOf } = await prepareWithDiscord();

/** What the settings list, and how to act on it. */
const LISTS = [
  {
    section: 'API keys',
    path: '/api/keys',
    made: () => ({ name: 'Bot', scopes: ['read'], days: 30 }),
    press: ['Revoke Bot', 'Yes, Revoke It'],
  },
  {
    section: 'Webhooks',
    path: '/api/webhooks',
    made: () => ({ url: 'https://8.8.8.8/hook', events: ['wtb.found'] }),
    press: [/^Details/, 'Send a Test'],
  },
  {
    section: 'Discord',
    path: '/api/discord-channels',
    made: () => ({ name: 'Mine', url: addressOf('mine') }),
    press: [/^Remove/],
  },
];

for (const { section, path, made, press } of LISTS) {
  test(`what was removed elsewhere leaves the list: ${section}`, async ({ browser }) => {
    const member = await signUp(product.url, 'marlow');
    const { id } = await member.call<{ id: string }>('POST', path, made());
    const { page } = await openBrowser(browser, product.url, 390);
    page.on('dialog', (asked) => void asked.accept());
    await openAs(page, member.email);
    await openAccount(page, 'Account');
    const region = page.getByRole('region', { name: section });
    await expect(region.getByRole('listitem')).toHaveCount(1);
    await member.request('DELETE', `${path}/${id}`);
    for (const name of press) await region.getByRole('button', { name }).click();
    await expect(page.getByText(/not found/).first()).toBeVisible();
    await expect(region.getByRole('listitem')).toHaveCount(0);
  });
}
