import { expect, type Page } from 'playwright/test';
import { createScene, type Scene } from '../dialog-scene.ts';
import { dialogs, type ListedDialog } from '../dialogs.ts';
import { misfitsOf } from '../fit.ts';
import { createPhones } from '../phones.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();
let scene: Scene;
test.beforeAll(async () => {
  scene = await createScene(product);
  await scene.me.call('PATCH', '/api/admin/instance', { name: 'Selvedge of the Twelve Neighbourhoods' });
});
const phoneOf = createPhones(
  () => product.url,
  () => scene,
);

/** Pages, with what is visible on each once it has loaded. */
const pages: readonly (Pick<ListedDialog, 'as' | 'path'> & {
  sign: (page: Page) => ReturnType<Page['locator']>;
})[] = [
  { path: () => '/', as: 'visitor', sign: (page) => page.locator('.card').first() },
  { path: () => '/', sign: (page) => page.locator('.card').first() },
  { path: () => '/?brand=nobody&category=Tops', sign: (page) => page.getByText('No listings found') },
  { path: () => '/login', as: 'visitor', sign: (page) => page.getByLabel('Password', { exact: true }) },
  { path: () => '/reset-password', as: 'visitor', sign: (page) => page.getByText('Reset your password') },
  { path: ({ mine }) => `/listing/${mine.id}`, sign: (page) => page.getByText('Edit Listing') },
  { path: ({ theirs }) => `/listing/${theirs.id}`, sign: (page) => page.getByText('Make Offer') },
  {
    path: ({ theirs }) => `/listing/${theirs.id}`,
    as: 'visitor',
    sign: (page) => page.getByText('Sign In to Message'),
  },
  { path: ({ sold }) => `/listing/${sold.id}`, sign: (page) => page.getByText('This item has been sold') },
  { path: () => '/wtb', sign: (page) => page.getByText('Own wanted coat') },
  { path: ({ name }) => `/profile/${name}`, sign: (page) => page.getByText('Own coat') },
  { path: ({ name }) => `/profile/${name}?tab=vouches`, sign: (page) => page.getByText('Fine.') },
  { path: () => '/deals', sign: (page) => page.getByText('Unvouched coat') },
  { path: () => '/admin', sign: (page) => page.getByText('Remove Listing').first() },
  { path: () => '/about', sign: (page) => page.getByRole('heading').first() },
  { path: () => '/nothing', sign: (page) => page.getByText('Page not found') },
  {
    path: ({ conversationId }) => `/messages/${conversationId}`,
    sign: (page) => page.getByLabel('Message', { exact: true }),
  },
];

const slug = (text: string) => text.replace(/\W+/g, '-');

for (const [number, { as, path, sign }] of pages.entries()) {
  const where = String(path).replace(/^.*=> /, '');
  test(`page ${number + 1}, ${where} (${as ?? 'member'}), fits at every size`, async ({ browser }) => {
    const page = await phoneOf(browser, as);
    await page.goto(path(scene));
    await expect(sign(page)).toBeVisible();
    expect(await misfitsOf(page, `${number + 1}-${slug(where)}`, scene.names)).toEqual([]);
  });
}

for (const [at, { as, name, file, path, open }] of dialogs.entries()) {
  test(`dialog ${at + 1}, ${String(name)} (${file}, ${as ?? 'member'}), fits every size`, async ({
    browser,
  }) => {
    const page = await phoneOf(browser, as);
    await page.goto(path(scene));
    await open?.(page, scene);
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
    expect(await misfitsOf(page, slug(`${at + 1}-${String(name)}-${file}`), scene.names)).toEqual([]);
  });
}
