import type { User } from '@selvedge/shared/members/users';
import { GoTrueClient } from '@supabase/auth-js';
import { type Browser, expect, type Page } from 'playwright/test';
import { readConfig } from '../../server/src/config.ts';
import { suspendUser } from '../../server/src/operator/suspend-user.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { transparentPng } from '../support/data/pictures.ts';

import { type SignedUp, signUp } from '../support/people/account.ts';
import { chooseFromMenu, openAs, openBrowser, PASSWORD, runOutOn, signIn } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct({ AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'off' });

/** Words that the member types or reads, and that must not stay. */
const WORDS = ['unsent words', 'unposted words', 'sent words'];

/** Runs in the page: all that the browser stores for this site, by where it is stored. */
async function readStorages(): Promise<Record<string, string>> {
  const stored: Record<string, string> = {};
  for (const [name, area] of Object.entries({ localStorage, sessionStorage })) {
    for (const key of Object.keys(area)) stored[`${name} ${key}`] = area.getItem(key) ?? '';
  }
  const promised = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await promised(indexedDB.open(name));
    for (const store of db.objectStoreNames) {
      const rows = await promised(db.transaction(store).objectStore(store).getAll());
      if (rows.length > 0) stored[`indexedDB ${name}.${store}`] = JSON.stringify(rows);
    }
    db.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const isText = /text|json/.test(response?.headers.get('content-type') ?? '');
      stored[`caches ${new URL(request.url).pathname}`] = isText ? ((await response?.text()) ?? '') : '';
    }
  }
  return stored;
}

/** Where this browser stores something about the member. */
async function placesAbout(page: Page, me: User): Promise<string[]> {
  const stored = await page.evaluate(readStorages);
  const traces = [me.id, me.username, ...WORDS];
  return Object.entries(stored)
    .filter(([place, content]) => traces.some((trace) => (place + content).includes(trace)))
    .map(([place]) => place.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…'))
    .sort();
}

/** The page may reload meanwhile. */
const expectNothing = (page: Page, me: User) =>
  expect(async () => expect(await placesAbout(page, me)).toEqual([])).toPass();

interface Scene {
  member: SignedUp;
  me: User;
  /** The page that is open, and another tab. */
  page: Page;
  other: Page;
}

/** A member whose browser stores something in every place: two tabs, drafts, threads, visited pages. */
async function openScene(browser: Browser): Promise<Scene> {
  const [seller, member] = [await signUp(product.url, 'seller'), await signUp(product.url, 'member')];
  const { id } = await member.openConversation(await seller.list(await transparentPng()));
  await member.call('POST', '/api/messages', { conversationId: id, type: 'text', content: 'sent words' });
  const me = await member.call<User>('GET', '/api/auth/user');
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, member.email, `/profile/${me.username}`);
  await page.goto(`/messages/${id}`);
  await expect(page.locator('.bubble')).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('unsent words');
  const other = await page.context().newPage();
  await other.goto(`/profile/${me.username}`);
  await other.goto('/');
  await other.getByRole('button', { name: 'Sell Item' }).click();
  await other.getByLabel('Title', { exact: true }).fill('unposted words');
  await expect.poll(() => placesAbout(page, me)).toContain('indexedDB selvedge.threads');
  expect(await placesAbout(page, me)).toEqual(STORED);
  expect(await placesAbout(other, me)).toContain('sessionStorage selvedge-draft:…:listing:new');
  return { member, me, page, other };
}

/** Where the scene leaves something: if the client stores more, it belongs here, and goes with the session. */
const STORED = [
  'indexedDB selvedge.inbox',
  'indexedDB selvedge.threads',
  'localStorage selvedge-auth',
  'localStorage selvedge-session',
  'localStorage selvedge-typed:…:…',
  'localStorage selvedge-user',
  'sessionStorage auth_user',
  'sessionStorage selvedge-scroll',
  'sessionStorage selvedge-session',
];

const elsewhere = async ({ email }: SignedUp): Promise<GoTrueClient> => {
  const auth = new GoTrueClient({ url: `${product.url}/auth/v1`, persistSession: false });
  expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return auth;
};

/** Every way in which a session is ended other than by its age. */
const ENDINGS: Record<string, (scene: Scene) => Promise<unknown>> = {
  'signs out': ({ page }) => page.goto('/').then(() => chooseFromMenu(page, 'Sign Out')),
  'signs out everywhere, elsewhere': async ({ member }) =>
    (await elsewhere(member)).signOut({ scope: 'global' }),
  'changes the password elsewhere': async ({ member }) =>
    (await elsewhere(member)).updateUser({ password: `${PASSWORD} twice`, current_password: PASSWORD }),
  'is suspended': ({ me }) =>
    suspendUser(
      {
        config: readConfig({ DATA_DIR: product.dataDir, PUBLIC_URL: product.url }),
        log: createLog('error'),
        print: () => undefined,
      },
      me.username,
    ),
  'deletes the account elsewhere': ({ member }) =>
    member.call('DELETE', '/api/auth/user', { password: PASSWORD }),
};

for (const [name, end] of Object.entries(ENDINGS)) {
  test(`a member who ${name} leaves nothing in the browser`, async ({ browser }) => {
    const scene = await openScene(browser);
    await end(scene);
    await expect(scene.page).toHaveURL(/\/login/);
    for (const page of [scene.page, scene.other]) {
      await expectNothing(page, scene.me);
      // Leaving a page stores its scroll position, for example. Its reload may come between.
      await expect(() => page.goto('/about')).toPass();
      expect(await placesAbout(page, scene.me)).toEqual([]);
    }
  });
}

test('a closed browser wipes at its next start', async ({ browser }) => {
  const { member, me, page, other } = await openScene(browser);
  for (const tab of [page, other]) await tab.goto('about:blank');
  await (await elsewhere(member)).signOut({ scope: 'global' });
  await page.goto('/');
  await expectNothing(page, me);
  await other.goto('/');
  await expectNothing(other, me);
});

test('another member who signs in finds nothing', async ({ browser }) => {
  const { me, page, other } = await openScene(browser);
  const stranger = await signUp(product.url, 'stranger');
  const loaded = page.waitForEvent('load');
  await runOutOn(page, { DATA_DIR: product.dataDir }, me.id);
  await loaded;
  await signIn(page, stranger.email);
  for (const tab of [page, other]) await expectNothing(tab, me);
  const { username } = await stranger.call<User>('GET', '/api/auth/user');
  await page.goto('/');
  await expect(page.getByRole('button', { name: `Account menu for ${username}` })).toBeVisible();
});

test('a session that runs out leaves unsent text', async ({ browser }) => {
  const { member, me, page, other } = await openScene(browser);
  // The page reloads at the sign-in form.
  const loaded = page.waitForEvent('load');
  await runOutOn(page, { DATA_DIR: product.dataDir }, me.id);
  await loaded;
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, member.email);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('unsent words');
  await expect(other.getByLabel('Title', { exact: true })).toHaveValue('unposted words');
});
