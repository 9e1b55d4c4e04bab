import { expect } from 'playwright/test';
import type { Flow } from '../world.ts';

export const find: Flow = async (page, hand, { other, stop }) => {
  const seller = await other();
  // A unique brand, so that other flows' listings are not found.
  const brand = `Brand of ${seller.username}`;
  const offers = [
    ['Bamana shirt', 'Tops', '300'],
    ['Boro jacket', 'Outerwear', '100'],
    ['Sashiko vest', 'Tops', '200'],
  ] as const;
  for (const [title, category, price] of offers) await seller.offer({ title, brand, category, price });
  const titles = page.locator('.card-title');
  const isNarrow = page.viewportSize()?.width === 390;

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'All Listings' })).toBeVisible();
  await stop('home');
  await hand.fill(page.getByLabel('Search by brand'), brand);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Search results for “${brand}”` })).toBeVisible();
  await expect(titles).toHaveText(['Sashiko vest', 'Boro jacket', 'Bamana shirt']);

  await hand.choose(page.getByLabel('Sort by'), 'Price, low to high');
  await expect(titles).toHaveText(['Boro jacket', 'Sashiko vest', 'Bamana shirt']);
  if (isNarrow) {
    await hand.press(page.getByRole('button', { name: 'Filters' }));
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await hand.choose(sheet.getByLabel('Category'), 'Tops');
    await stop('filters');
    await hand.press(sheet.getByRole('button', { name: 'Show Items' }));
    await hand.expectFocusAt(page.getByRole('button', { name: 'Filters (1)' }));
  } else {
    await hand.choose(page.getByLabel('Category'), 'Tops');
  }
  await expect(titles).toHaveText(['Sashiko vest', 'Bamana shirt']);
  await stop('search results');
  await hand.press(page.getByRole('button', { name: 'Remove filter: Tops' }));
  await expect(titles).toHaveCount(3);
  await page.goBack();
  await expect(titles).toHaveText(['Sashiko vest', 'Bamana shirt']);

  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    hand.press(page.getByRole('link', { name: /Bamana shirt/ })),
  ]);
  await expect(opened.getByRole('heading', { name: 'Bamana shirt' })).toBeVisible();
  await opened.close();
  await hand.press(page.getByRole('button', { name: 'Clear search', exact: true }));
  await expect(page.getByRole('heading', { name: 'All Listings' })).toBeVisible();
  await expect(page.getByLabel('Search by brand')).toBeFocused();
};
