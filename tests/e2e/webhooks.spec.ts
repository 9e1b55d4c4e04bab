import type { User } from '@selvedge/shared/members/users';
import type { CreatedWebhook } from '@selvedge/shared/notifications/webhooks';
import { type Browser, expect, type Page } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { startWebhookPeer } from '../support/peers/webhook-peer.ts';
import { signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { expectNoViolations } from './axe.ts';
import { openAccount, openAs, openBrowser, pressEnter, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct({ AUTH_AUTOCONFIRM: 'true', WEBHOOK_ALLOW: '127.0.0.0/8' });
let peer: Awaited<ReturnType<typeof startWebhookPeer>>;
test.beforeAll(async () => {
  peer = await startWebhookPeer();
});
test.afterAll(() => peer.close());

async function open(browser: Browser, width = 1280) {
  const member = await signUp(product.url, 'seller');
  const { page } = await openBrowser(browser, product.url, width);
  return { member, page };
}

const part = (page: Page) => page.getByRole('region', { name: 'Webhooks' });

for (const width of widths(390)) {
  test(`at ${width} px, a member adds a webhook`, async ({ browser }) => {
    const { member, page } = await open(browser, width);
    const path = `/w${width}`;
    await openAs(page, member.email, '/');
    await openAccount(page, 'Account');
    await part(page).getByRole('button', { name: 'Add a Webhook' }).click();
    const form = part(page).getByRole('form', { name: 'New webhook' });
    await form.getByLabel('Address').fill('https://10.1.2.3/hook');
    await form.getByLabel('Address').press('Enter');
    await expect(form.getByRole('alert')).toHaveText('10.1.2.3 is not a public address.');
    await expectNoViolations(page);
    await form.getByLabel('Address').fill(peer.url + path);
    await form.getByLabel('listing.updated').uncheck();
    await form.getByRole('button', { name: 'Add' }).click();
    const secret = await part(page).getByLabel('The secret, shown only now').inputValue();
    await part(page).getByRole('button', { name: 'Send a Test' }).click();
    await expect.poll(() => peer.typesAt(path)).toEqual(['ping']);
    const [received] = peer.received.filter((one) => one.path === path);
    expect(received && peer.isSigned(received, secret)).toBe(true);
    await member.list(await transparentPng(60, 80), 'Ring coat');
    await expect.poll(() => peer.typesAt(path)).toEqual(['ping', 'listing.created']);
    await expect(
      part(page)
        .getByText(/^Delivered · 204/)
        .first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Body of ping' }).click();
    await expect(part(page).getByRole('region', { name: 'Body of ping' })).toContainText('"type": "ping"');
    await part(page).getByRole('button', { name: 'Send Again ping' }).click();
    await expect.poll(() => peer.typesAt(path).filter((type) => type === 'ping')).toHaveLength(2);
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

/** The details of a webhook that a member has added. */
async function openDetails(browser: Browser) {
  const { member, page } = await open(browser);
  const url = `${peer.url}/kept`;
  const added = { url, events: ['listing.sold'] };
  const { secret } = await member.call<CreatedWebhook>('POST', '/api/webhooks', added);
  await openAs(page, member.email, '/');
  await openAccount(page, 'Account');
  await part(page)
    .getByRole('button', { name: `Details of ${url}` })
    .click();
  page.on('dialog', (asked) => void asked.accept());
  return { page, secret };
}

test('the secret of a webhook is rolled', async ({ browser }) => {
  const { page, secret } = await openDetails(browser);
  await part(page).getByRole('button', { name: 'Roll the Secret' }).click();
  await expect(part(page).getByLabel('The secret, shown only now')).not.toHaveValue(secret);
});

test('a webhook is switched off for a while', async ({ browser }) => {
  const { page } = await openDetails(browser);
  await part(page).getByRole('button', { name: 'Switch Off' }).click();
  await expect(part(page).getByText('Off · 1 event')).toBeVisible();
  await part(page).getByRole('button', { name: 'Switch On' }).click();
  await expect(part(page).getByText('On · 1 event')).toBeVisible();
});

test('a webhook is removed', async ({ browser }) => {
  const { page } = await openDetails(browser);
  await part(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(part(page).getByRole('list', { name: 'Webhooks' })).toBeHidden();
});

test('an admin adds a webhook of the instance', async ({ browser }) => {
  const { member, page } = await open(browser);
  const { username } = await member.call<User>('GET', '/api/auth/user');
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
  await openAs(page, member.email, '/admin?tab=instance');
  await part(page).getByRole('button', { name: 'Add a Webhook' }).click();
  await part(page).getByLabel('Address').fill(`${peer.url}/all`);
  await expect(part(page).getByLabel('message.received')).toBeHidden();
  await part(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(part(page).getByLabel('The secret, shown only now')).toBeVisible();
  const seller = await signUp(product.url, 'another');
  await seller.list(await transparentPng(60, 80), 'Parka');
  await expect.poll(() => peer.typesAt('/all')).toEqual(['listing.created']);
});

test('a secret stays with its webhook', async ({ browser }) => {
  const { member, page } = await open(browser);
  await openAs(page, member.email, '/');
  await openAccount(page, 'Account');
  await part(page).getByRole('button', { name: 'Add a Webhook' }).click();
  await page.keyboard.type(`${peer.url}/first`);
  await page.keyboard.press('Enter');
  await expect(part(page).getByLabel('The secret, shown only now')).toBeVisible();
  const second = { url: `${peer.url}/second`, events: ['listing.sold'] };
  await member.call('POST', '/api/webhooks', second);
  await part(page).getByRole('button', { name: 'Switch Off' }).click();
  const rows = part(page).getByRole('list', { name: 'Webhooks' });
  await expect(rows).toContainText(second.url);
  await expect(rows.getByLabel('The secret, shown only now')).toHaveCount(1);
});

test('a webhook whose answer was lost is listed', async ({ browser }) => {
  const { member, page } = await open(browser);
  await openAs(page, member.email, '/');
  await page.route('**/api/webhooks', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await openAccount(page, 'Account');
  await part(page).getByRole('button', { name: 'Add a Webhook' }).click();
  const url = `${peer.url}/lost`;
  await part(page).getByLabel('Address').fill(url);
  await part(page).getByLabel('Address').press('Enter');
  await expect(part(page).getByRole('list', { name: 'Webhooks' })).toContainText(url);
  await expect(part(page).getByRole('alert')).toBeVisible();
});

test('the focus returns to what opened a form', async ({ browser }) => {
  const { member, page } = await open(browser, 390);
  await member.call('POST', '/api/webhooks', { url: `${peer.url}/kept`, events: ['listing.sold'] });
  await openAs(page, member.email, '/');
  await openAccount(page, 'Account');
  const add = part(page).getByRole('button', { name: 'Add a Webhook' });
  expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await pressEnter(add);
  await expect(part(page).getByLabel('Address')).toBeFocused();
  await pressEnter(part(page).getByRole('button', { name: 'Cancel' }));
  await expect(add).toBeFocused();
  await pressEnter(part(page).getByRole('button', { name: /^Details/ }));
  await pressEnter(part(page).getByRole('button', { name: 'Edit' }));
  await pressEnter(part(page).getByRole('button', { name: 'Cancel' }));
  await expect(part(page).getByRole('button', { name: 'Edit' })).toBeFocused();
  page.on('dialog', (asked) => void asked.accept());
  await pressEnter(part(page).getByRole('button', { name: 'Remove', exact: true }));
  await expect(part(page).getByRole('list', { name: 'Webhooks' })).toBeHidden();
  await expect(part(page)).toBeFocused();
});
