import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { type CDPSession, expect, type Page } from 'playwright/test';
import { logoSvg } from '../../support/data/brand-pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { changeTo } from '../../support/servers/features.ts';
import { openAccount, openAs, openBrowser, outgoingCount, sendMessage, textsIn } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

/** A member in a browser, with a message from another member who has no browser. */
async function startConversation(page: Page) {
  const [owner, other] = [await signUp(product.url, 'owner'), await signUp(product.url, 'other')];
  const wanted = await owner.call<Wanted>('POST', '/api/wtb-listings', {
    ...{ title: 'Ring coat, indigo', brand: 'Kapital', size: '3', maxPrice: '900' },
  });
  const about = { sellerId: owner.id, listingId: null, wtbListingId: wanted.id, isWTB: true };
  const { id } = await other.call<{ id: string }>('POST', '/api/conversations', about);
  const write = (content: string) =>
    other.call('POST', '/api/messages', { conversationId: id, type: 'text', content });
  await openAs(page, owner.email);
  const stored = async () =>
    (await other.call<Message[]>('GET', `/api/conversations/${id}/messages`)).map(({ content }) => content);
  return { id, write, stored };
}

/** Resolves when a service worker with a full cache controls the page. */
const isControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

test('the offline page has the current name', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, (await signUp(product.url, 'owner')).email);
  await isControlled(page);
  const offline = async () => {
    await page.context().setOffline(true);
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const title = await page.title();
    const { name } = await page.evaluate(() =>
      JSON.parse(document.getElementById('instance')?.textContent ?? '{}'),
    );
    await page.context().setOffline(false);
    return [title, name];
  };
  expect(await offline()).toEqual(['About · Selvedge', 'Selvedge']);
  await changeTo({ DATA_DIR: product.dataDir }, { name: 'Tide' });
  await expect.poll(async () => (await fetch(product.url)).text()).toContain('<title>Tide');
  await page.goto('/wtb');
  await expect.poll(offline).toEqual(['About · Tide', 'Tide']);
  await changeTo({ DATA_DIR: product.dataDir }, { name: 'Selvedge' });
});

test("the offline page has the instance's logo", async ({ browser }) => {
  const path = join(product.dataDir, 'logo.svg');
  writeFileSync(path, await logoSvg().text());
  const env = { DATA_DIR: product.dataDir };
  expect(await runOperator(['instance', 'set', 'logo', path], env)).toMatchObject({ code: 0 });
  await expect.poll(async () => (await fetch(product.url)).text()).toContain('/media/instance/logo-');
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, (await signUp(product.url, 'owner')).email);
  await isControlled(page);
  await page.goto('/wtb');
  const logo = page.getByRole('banner').getByRole('img', { name: 'Selvedge' });
  await expect(logo).toBeVisible();
  // Only the service worker still has it.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  await page.goto('/about');
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(128);
  await page.context().setOffline(false);
  await runOperator(['instance', 'set', 'logo', ''], env);
});

test('messages written offline are sent once after reconnecting', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url, 390);
  const { id, write, stored } = await startConversation(page);
  await write('Is it raw?');
  // The number in the title and the dot agree.
  await expect(page).toHaveTitle(/^\(1\) Selvedge/);
  await page.getByRole('button', { name: 'Messages, 1 unread conversation' }).click();
  await page.getByRole('button', { name: /Is it raw/ }).click();
  await expect.poll(() => textsIn(page)).toEqual(['Is it raw?']);
  await expect(page).toHaveTitle(/^Selvedge/);
  await isControlled(page);

  await page.context().setOffline(true);
  await page.goto('/messages');
  await page.getByRole('button', { name: /Is it raw/ }).click();
  await expect.poll(() => textsIn(page)).toEqual(['Is it raw?']);
  await expect(page.getByText(/You're offline/)).toBeVisible();
  await sendMessage(page, 'Washed once.');
  await expect(page.getByText('Sending…')).toBeVisible();
  await expect.poll(() => outgoingCount(page)).toBe(1);
  await page.reload();
  await expect.poll(() => textsIn(page)).toEqual(['Is it raw?', 'Washed once.']);
  expect(new URL(page.url()).pathname).toBe(`/messages/${id}`);

  await page.context().setOffline(false);
  await expect(page.getByText('Sending…')).toHaveCount(0);
  await expect.poll(stored).toEqual(['Is it raw?', 'Washed once.']);
  await expect.poll(() => textsIn(page)).toEqual(['Is it raw?', 'Washed once.']);
});

/** Delivers a push to the service worker, like the browser's push service. */
async function deliver(cdp: CDPSession, origin: string, registrationId: string, push: object): Promise<void> {
  await cdp.send('ServiceWorker.deliverPushMessage', {
    ...{ origin, registrationId, data: JSON.stringify(push) },
  });
}
const notifications = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    const shown = await worker.getNotifications();
    if (shown.some(({ icon }) => new URL(icon).pathname !== '/icons/notification.png'))
      throw new Error('a notification without the icon of the instance');
    return shown.map(({ title, body }) => `${title}: ${body}`);
  });

test('pushes show one notification per conversation', {
  tag: '@whole-browser',
}, async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await page.context().grantPermissions(['notifications'], { origin: product.url });
  const { id, write } = await startConversation(page);
  await write('Is it raw?');
  await isControlled(page);
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registration = await registered;
  const push = (changes: object = {}) =>
    deliver(cdp, product.url, registration, {
      ...{ conversationId: id, title: 'other', body: 'New message · Ring coat, indigo', ...changes },
    });

  // The settings request the permission, and name what this browser supports.
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await openAccount(page, 'Notifications');
  const here = page.getByRole('checkbox', { name: /^Push in this browser/ });
  await page.getByText('Push in this browser').click();
  await expect(here).toBeChecked();
  await page.getByRole('checkbox', { name: 'Messages by e-mail' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: /^Messages by e-mail/ })).not.toBeChecked();
  await page.reload();
  await openAccount(page, 'Notifications');
  await expect(page.getByRole('checkbox', { name: /^Messages by e-mail/ })).not.toBeChecked();
  await expect(here).toBeChecked();

  // From different conversations, because notifications of one conversation replace each other.
  await push({ title: 'seen', conversationId: crypto.randomUUID() });
  await page.goto('about:blank');
  await push({ title: 'first' });
  await push({ title: 'second' });
  await page.goto('/');
  await expect.poll(() => notifications(page)).toEqual(['second: New message · Ring coat, indigo']);

  await expect(page).toHaveTitle(/^\(1\) Selvedge/);
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL(/\/login/);
  await expect(page).toHaveTitle(/^Sign in/);
  expect(await notifications(page)).toEqual([]);
});
