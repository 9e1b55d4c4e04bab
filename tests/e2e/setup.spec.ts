import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { createProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { look } from './look.ts';
import { openBrowser, PASSWORD, pressEnter, widths, withoutServiceWorker } from './people.ts';
import { test, testInFull } from './test.ts';

const ENTRY = 'server/build/app/main.js';

/** An empty instance, and what it has printed. */
async function startEmpty() {
  const dir = makeTempDir();
  const product = createProduct({ entry: ENTRY, dataDir: dir.path, port: await freePort() });
  await product.start();
  const printed = /^Set it up within the hour: (\S+)$/m;
  // The server answers before it prints.
  await expect(() => expect(product.output()).toMatch(printed)).toPass();
  const link = readFileSync(join(dir.path, 'setup-link'), 'utf8').trim();
  expect(printed.exec(product.output())?.[1]).toBe(link);
  return {
    product,
    link,
    async close() {
      await product.stop();
      dir.remove();
    },
  };
}

async function open(browser: Browser, url: string, width: number): Promise<Page> {
  const { page } = await openBrowser(browser, url, width);
  // It would fetch its script while the server is killed.
  await withoutServiceWorker(page);
  await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

for (const width of widths(390)) {
  test(`set-up by keyboard survives killed servers, ${width} pixels wide`, async ({ browser }) => {
    const { product, link, close } = await startEmpty();
    const restart = async () => {
      await product.kill();
      await product.start();
    };
    const page = await open(browser, product.url, width);
    await page.goto(link);
    await expect(heading(page, 'Name and color')).toBeVisible();
    await expect(page.getByText('Sell Item').first()).toBeVisible();
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await expect(page.getByLabel('Time zone')).toHaveValue(zone);
    await page.getByLabel('Currency').selectOption('EUR');
    await look(page, 'setup-look');
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Tide');
    await page.getByLabel('Accent color').fill('#7a2048');
    await restart();
    await page.getByLabel('Name', { exact: true }).press('Enter');

    await expect(heading(page, 'Your account')).toBeFocused();
    await look(page, 'setup-account');
    await restart();
    await page.reload();
    await expect(heading(page, 'Your account')).toBeVisible();
    await pressEnter(page.getByRole('button', { name: 'Back to Name and Color' }));
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Tide');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type('first@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a b');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Username can only contain letters and numbers.')).toBeVisible();
    await expect(page.getByLabel('Username')).toBeFocused();
    await look(page, 'setup-refused');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('founder');
    await page.keyboard.press('Enter');

    await expect(heading(page, 'Mail')).toBeVisible();
    await restart();
    await page.reload();
    await expect(heading(page, 'Mail')).toBeVisible();
    await pressEnter(page.getByRole('button', { name: 'Send a Test E-mail' }));
    await expect(page.getByText('No mail server is set')).toBeVisible();
    await look(page, 'setup-mail');
    await pressEnter(page.getByRole('button', { name: 'Finish' }));
    await expect(heading(page, 'All Listings')).toBeVisible();
    await page.getByRole('button', { name: 'Account menu for founder' }).click();
    await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeVisible();
    const html = await (await fetch(product.url)).text();
    expect(html).toContain('<title>Tide');
    expect(html).toContain('"currency":"EUR"');
    await close();
  });
}

testInFull('of two browsers with one link, one wins', async ({ browser }) => {
  const { product, link, close } = await startEmpty();
  const [one, other] = [await open(browser, product.url, 1280), await open(browser, product.url, 390)];
  for (const page of [one, other]) {
    await page.goto(link);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(heading(page, 'Your account')).toBeVisible();
  }
  const create = async (page: Page, name: string) => {
    await page.getByLabel('E-mail').fill(`${name}@example.com`);
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create the Account' }).click();
  };
  await create(one, 'founder');
  await expect(heading(one, 'Mail')).toBeVisible();
  await create(other, 'second');
  await expect(other.getByText('Someone has already set up this site.')).toBeVisible();
  await look(other, 'setup-too-late');
  await other.reload();
  await expect(heading(other, 'This site is set up')).toBeVisible();
  await look(other, 'setup-done');
  await other.goto('/setup?key=guess');
  await expect(other.getByText('Page not found')).toBeVisible();
  await close();
});
