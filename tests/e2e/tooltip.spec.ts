import { expect, test } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { openAs, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';

const product = prepareProduct();

test('a button without text shows its tooltip', async ({ browser }) => {
  const seller = await signUp(product.url, 'seller');
  const { id } = await seller.list(await transparentPng(60, 80));
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, seller.email);
  await page.clock.install();
  await page.goto(`/listing/${id}`);
  const elsewhere = page.getByRole('heading', { level: 1 });
  const messages = page.getByRole('button', { name: 'Messages' });
  const photo = page.getByRole('button', { name: 'View full screen' });
  const tip = page.locator('.tooltip');
  const expectTooltip = async (name: string) => {
    await expect(tip).toBeVisible();
    await expect(tip).toHaveAttribute('data-label', name);
  };
  await elsewhere.hover();
  await expect(tip).toBeAttached();
  await page.clock.pauseAt(Date.now() + 3_600_000);

  await messages.hover();
  await page.clock.runFor(699);
  await expect(tip).toBeHidden();
  await page.clock.runFor(1);
  await expectTooltip('Messages');
  // The tooltip stays while the pointer is on it.
  const box = await tip.boundingBox();
  if (!box) throw new Error('the tip is nowhere');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await expectTooltip('Messages');
  await photo.hover();
  await expectTooltip('View full screen');
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await page.clock.runFor(300);
  await messages.hover();
  await expect(tip).toBeHidden();

  await elsewhere.hover();
  await page.getByRole('link', { name: 'Want to Buy' }).focus();
  for (let stops = 0; stops < 20 && !(await messages.evaluate((one) => one.matches(':focus'))); stops += 1) {
    await page.keyboard.press('Tab');
  }
  await expectTooltip('Messages');
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
});
