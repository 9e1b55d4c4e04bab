import { expect, type Page } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { openAs, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

/**
 * Gzipped bytes of the scripts that home runs before it is interactive, mostly React and the component
 * library.
 */
const SCRIPTS_MAX = 152 * 1024;

const product = prepareProduct();

/** Collects the names of the scripts and fonts that a page requests, without their hashes. */
function watchFiles(page: Page) {
  const files: { name: string; url: string }[] = [];
  page.on('request', (request) => {
    const [, name] = /\/([\w-]+?)(?:-[\w-]{8})?\.(?:js|woff2)$/.exec(request.url()) ?? [];
    if (name) files.push({ name, url: request.url() });
  });
  return { files, names: () => files.map(({ name }) => name) };
}

test('home loads only the scripts it needs', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  await seller.list(await phonePhoto());
  const { page } = await openBrowser(browser, product.url);
  const visit = watchFiles(page);
  await page.goto('/');
  await expect(page.locator('.first')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Kapital/ })).toBeVisible();
  expect(visit.names().sort()).toEqual(['archivo-w', 'index', 'react', 'rolldown-runtime', 'theme']);
  let bytes = 0;
  for (const { url } of visit.files.filter((file) => file.url.endsWith('.js'))) {
    const { headers } = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    expect(headers.get('content-encoding')).toBe('gzip');
    bytes += Number(headers.get('content-length'));
  }
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(SCRIPTS_MAX);

  const later = ['messages-dialog', 'listing-dialog', 'dialog'];
  await openAs(page, seller.email);
  for (const name of later) expect(visit.names()).not.toContain(name);
  await page.getByRole('button', { name: /^Messages/ }).click();
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  expect(visit.names()).toContain('messages-dialog');
  expect(visit.names()).not.toContain('listing-dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sell Item' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(visit.names()).toContain('listing-dialog');
});

test('an outdated browser gets a notice', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  const notice = page.getByText('Your browser is too old for this site');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'All Listings' })).toBeVisible();
  await expect(notice).toBeHidden();
  await page.addInitScript('delete Promise.withResolvers');
  await page.goto('/');
  await expect(notice).toBeVisible();
});
