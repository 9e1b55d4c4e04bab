import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { freePort } from '../../../scripts/free-port.ts';
import { transparentPng } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { installProduct } from '../../support/servers/installation.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { openBrowser, pressEnter, sendMessage, signIn, viewportOf, withoutServiceWorker } from '../people.ts';
import { test } from '../test.ts';

const dir = makeTempDir();
const installation = installProduct(join(dir.path, 'product'));
let product: Awaited<ReturnType<typeof startProduct>>;
let seller: Awaited<ReturnType<typeof signUp>>;
let buyer: Awaited<ReturnType<typeof signUp>>;

test.beforeAll(async () => {
  product = await startProduct({
    entry: 'server/build/app/main.js',
    root: installation.root,
    dataDir: join(dir.path, 'data'),
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
  });
  seller = await signUp(product.url, 'seller');
  buyer = await signUp(product.url, 'buyer');
});
test.afterAll(async () => {
  await product.stop();
  dir.remove();
});

const composer = (page: Page) => page.getByLabel('Message', { exact: true });
const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').filter({ hasText: title });
async function choose(page: Page, title: string, action: string): Promise<void> {
  await row(page, title).hover();
  await row(page, title)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
async function startConversation(title: string, words: string): Promise<string> {
  const { id } = await buyer.openConversation(await seller.list(await transparentPng(), title));
  await buyer.call('POST', '/api/messages', { conversationId: id, type: 'text', content: words });
  return id;
}

/**
 * Runs in the page. Opens the browser's database in a newer version, which waits for pages that use the older
 * one.
 */
const openNewerDatabase = () =>
  new Promise<string>((resolve) => {
    const opening = indexedDB.open('selvedge', 1_000);
    opening.onblocked = () => resolve('blocked');
    opening.onsuccess = () => {
      opening.result.close();
      resolve('opened');
    };
  });

test('two tabs share drafts', async ({ browser }) => {
  const coat = await startConversation('Ring coat', 'Is it still there?');
  const jeans = await startConversation('Jeans', 'What is the inseam?');
  const { page: one } = await openBrowser(browser, product.url);
  await one.goto('/login?next=/messages');
  await signIn(one, seller.email);
  const two = await one.context().newPage();
  await two.goto(`/messages/${jeans}`);
  await expect(two.getByRole('log').getByText('What is the inseam?')).toBeVisible();
  await expect(row(one, 'Jeans').getByText('Unread')).toHaveCount(0);

  await choose(one, 'Jeans', 'Mute');
  await expect(row(two, 'Jeans').getByText('Muted')).toBeAttached();
  await choose(two, 'Ring coat', 'Archive');
  await expect(row(one, 'Ring coat')).toHaveCount(0);

  // Two drafts typed in two tabs: each tab has both.
  await one.goto(`/messages/${coat}`);
  await composer(one).fill('it is, and');
  await composer(two).fill('thirty-two');
  await composer(two).blur();
  await row(one, 'Jeans').click();
  await expect(composer(one)).toHaveValue('thirty-two');
  await composer(one).fill('thirty-two inches');
  await expect(composer(two)).toHaveValue('thirty-two inches');
  await two.goto(`/messages/${coat}`);
  await expect(composer(two)).toHaveValue('it is, and');
  await one.reload();
  await expect(composer(one)).toHaveValue('thirty-two inches');

  // The waiting page gets the database, and the pages that closed it continue.
  expect(await two.evaluate(openNewerDatabase)).toBe('opened');
  await sendMessage(one, 'thirty-two inches, flat');
  await expect(one.getByText('Sent', { exact: true })).toBeVisible();
  await two.goto(`/messages/${jeans}`);
  await expect(two.getByRole('log').getByText('thirty-two inches, flat')).toBeVisible();
  await expect(composer(two)).toHaveValue('');
});

/** Replaces the server with its next release, at the same URL. */
async function release(): Promise<void> {
  installation.release();
  await product.stop();
  await product.start();
}

test('an outdated tab updates without losing typed text', async ({ browser }) => {
  const id = await startConversation('Loafers', 'Do they run large?');
  const { page } = await openBrowser(browser, product.url, 390);
  // The service worker would serve the older release's files.
  await withoutServiceWorker(page);
  await page.goto(`/login?next=/messages/${id}`);
  await signIn(page, seller.email);
  await expect(page.getByRole('log').getByText('Do they run large?')).toBeVisible();
  await composer(page).pressSequentially('half a size, ');
  const note = page.getByRole('status').filter({ hasText: 'A new version is available.' });
  await expect(note).toHaveCount(0);

  await release();
  await expect(note).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('I would say');
  for (const part of [note, composer(page), page.getByRole('button', { name: 'Close messages' })])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: test.info().outputPath('note.png') });

  // Files that the new release has renamed cannot be loaded; the page stays.
  await page.getByRole('button', { name: 'Close messages' }).click();
  await page.setViewportSize(viewportOf(1280));
  const putBack = installation.removeScript('listing-dialog');
  const missed = page.waitForResponse(/\/listing-dialog-[^/]*\.js$/);
  // The chunk is prefetched, and fetched again after a failure; then the page checks for a newer release.
  const check = page.waitForResponse('**/api/health');
  await page.getByRole('button', { name: 'Sell Item' }).click();
  expect((await missed).status()).toBe(404);
  await (await check).finished();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Listings');
  putBack();
  await pressEnter(note.getByRole('button', { name: 'Reload' }));
  await expect(note).toHaveCount(0);

  // An open form is restored.
  const form = page.getByRole('dialog');
  await expect(page.getByRole('button', { name: 'Sell Item' })).toBeVisible();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'Sell Item' }).click();
  await form.getByLabel('Title').fill('Ring jacket');
  await release();
  await note.getByRole('button', { name: 'Reload' }).click();
  await expect(note).toHaveCount(0);
  await expect(form.getByLabel('Title')).toHaveValue('Ring jacket');

  await page.goto(`/messages/${id}`);
  await expect(composer(page)).toHaveValue('half a size, I would say');
  // A restarted server with the same release is not a newer one.
  await product.stop();
  await expect(page.getByText("The server can't be reached.")).toBeVisible();
  const again = page.waitForResponse('**/api/health');
  await product.start();
  await (await again).finished();
  await expect(page.getByText("The server can't be reached.")).toBeHidden();
  await expect(note).toHaveCount(0);
});
