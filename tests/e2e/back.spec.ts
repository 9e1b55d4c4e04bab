import { type Browser, expect, type Page } from 'playwright/test';
import { createScene, type Scene } from './dialog-scene.ts';
import { dialogs, type ListedDialog } from './dialogs.ts';
import { chooseFromMenu } from './people.ts';
import { createPhones } from './phones.ts';
import { prepareProduct } from './product.ts';
import { test, testInFull } from './test.ts';

const product = prepareProduct();
let scene: Scene;
test.beforeAll(async () => {
  scene = await createScene(product);
});

/** One dialog of each kind, for the quick tests. */
const QUICK = ['Filters', 'Account', 'Photos of Ring coat', 'Messages', 'Attach one of your listings?'];
const HOME: Pick<ListedDialog, 'path'> = { path: () => '/' };

const phoneOf = createPhones(
  () => product.url,
  () => scene,
);

/** A phone with a page below and another before it, signed in as the dialog needs. */
async function openPage(browser: Browser, { as, path }: Pick<ListedDialog, 'as' | 'path'>) {
  const page = await phoneOf(browser, as);
  await page.goto('/about');
  await page.goto(path(scene));
  return page;
}

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function open(browser: Browser, dialog: ListedDialog) {
  const page = await openPage(browser, dialog);
  const frame = page.getByRole('dialog', { name: dialog.name, exact: true });
  await dialog.open?.(page, scene);
  await expect(frame).toBeVisible();
  return { page, frame };
}

for (const [at, dialog] of dialogs.entries()) {
  const { name, file, as = 'member', depth = 1 } = dialog;
  const title = `dialog ${at + 1}, ${String(name)} (${file}, ${as})`;

  const run = QUICK.includes(String(name)) ? test : testInFull;
  run(`Back closes ${title}`, async ({ browser }) => {
    const { page, frame } = await open(browser, dialog);
    await page.goBack();
    await expect(frame).toHaveCount(0);
    for (let layer = 1; layer < depth; layer += 1) {
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.goBack();
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(pathOf(page)).toBe(dialog.path(scene));
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });

  run(`Escape leaves no entry of ${title}`, async ({ browser }) => {
    const { page } = await open(browser, dialog);
    await expect(async () => {
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
    }).toPass();
    await expect.poll(() => pathOf(page)).toBe(dialog.path(scene));
    await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });
}

test('a reload leaves no entry of an open dialog', async ({ browser }) => {
  const page = await openPage(browser, HOME);
  await chooseFromMenu(page, 'Account');
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await page.reload();
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('Forward does not reopen a closed dialog', async ({ browser }) => {
  const page = await openPage(browser, HOME);
  await chooseFromMenu(page, 'Account');
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('a page opened from a sheet replaces the sheet', async ({ browser }) => {
  const page = await openPage(browser, HOME);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Category').selectOption('Tops');
  await sheet.getByRole('button', { name: 'Show Items' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL('/?category=Tops');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('Back from a message about a WTB returns there', async ({ browser }) => {
  const page = await openPage(browser, { path: () => '/wtb' });
  await page.getByRole('link', { name: /Kapital Wanted coat/ }).click();
  await page.getByRole('button', { name: 'I Have This' }).click();
  await page.getByRole('button', { name: 'Message Without a Listing' }).click();
  await expect(page).toHaveURL('/messages');
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Wanted coat' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/wtb');
});

test('closing a thread returns to the page at once', async ({ browser }) => {
  const page = await openPage(browser, HOME);
  await page.getByRole('button', { name: /^Messages/ }).click();
  const rows = page.getByRole('list', { name: 'Conversations' });
  await rows.getByRole('button', { name: /Ring coat/ }).click();
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close messages' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('Back from a dialog leaves the scroll position unchanged', async ({ browser }) => {
  const page = await openPage(browser, { path: () => '/about' });
  await page.evaluate(() => scrollTo(0, 200));
  await chooseFromMenu(page, 'Account');
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(200);
});
