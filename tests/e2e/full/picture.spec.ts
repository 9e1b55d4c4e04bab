import { type Browser, expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { expectNoViolations } from '../axe.ts';
import { fileOf } from '../input-device.ts';
import { openAs, openBrowser } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

const area = (page: Page) => page.getByRole('application', { name: 'Your picture' });
const zoom = (page: Page) => page.getByRole('slider', { name: 'Zoom' });

/**
 * Opens the settings of a new member, who chooses a photo of 900 × 1,200 pixels with a red band of 120 at its
 * top.
 */
async function choosePhoto(browser: Browser, width: number) {
  const member = await signUp(product.url);
  const { username } = await member.call<{ username: string }>('GET', '/api/auth/user');
  const { page } = await openBrowser(browser, product.url, width, { hasTouch: true });
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: width < 768 ? 'dark' : 'light' });
  await openAs(page, member.email, `/profile/${username}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  const photo = await fileOf(await phonePhoto(), 'me.jpg');
  const choose = () => page.getByLabel('Profile picture', { exact: true }).setInputFiles(photo);
  await choose();
  await expect(area(page)).toBeFocused();
  return { page, choose };
}

/**
 * Saves the picture, and expects its corner to be transparent.
 * @returns a function that returns whether the stored picture's middle column is red at a height
 */
async function saved(page: Page) {
  const face = page.locator('header img[src^="/media/profiles/"]');
  const before = (await face.count()) > 0 ? String(await face.getAttribute('src')) : '';
  await page.getByRole('button', { name: 'Save Picture' }).click();
  await expect(face).toBeAttached();
  await expect(face).not.toHaveAttribute('src', before);
  const response = await page.request.get(String(await face.getAttribute('src')));
  const { data, info } = await sharp(await response.body())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([400, 400, 4]);
  const pixel = (x: number, y: number) => [...data.subarray((y * 400 + x) * 4, (y * 400 + x) * 4 + 4)];
  expect(pixel(0, 0)[3]).toBe(0);
  return (y: number) => {
    const [red = 0, green = 0, blue = 0] = pixel(200, y);
    return red > 150 && green < 80 && blue < 80;
  };
}

test('a profile picture is moved before it is cropped', async ({ browser }) => {
  const { page, choose } = await choosePhoto(browser, 1280);
  await expectNoViolations(page);
  if (process.env.SELVEDGE_TEST_SHOTS) {
    await page.screenshot({ path: `${process.env.SELVEDGE_TEST_SHOTS}-crop-1280.png` });
  }
  // By default the circle shows the middle.
  expect((await saved(page))(20)).toBe(false);

  // Dragged down to its upper edge, the photo shows the band: 120 of 900 pixels.
  await choose();
  const { x, y, width, height } = (await area(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 + 300, { steps: 5 });
  await page.mouse.up();
  const isRedAt = await saved(page);
  expect([isRedAt(20), isRedAt(80)]).toEqual([true, false]);

  // At twice the zoom, the band is twice as high.
  await choose();
  await expect(area(page)).toBeFocused();
  for (let i = 0; i < 10; i += 1) await page.keyboard.press('+');
  await expect(zoom(page)).toHaveAttribute('aria-valuetext', '200%');
  for (let i = 0; i < 45; i += 1) await page.keyboard.press('ArrowDown');
  const isRedThere = await saved(page);
  expect([isRedThere(20), isRedThere(80)]).toEqual([true, true]);
  await choose();
  await expect(area(page)).toBeFocused();
  for (const key of ['+', '+', '-']) await page.keyboard.press(key);
  await expect(zoom(page)).toHaveAttribute('aria-valuetext', '110%');
});

test('on a phone, two fingers zoom a profile picture', async ({ browser }) => {
  const { page } = await choosePhoto(browser, 390);
  await expectNoViolations(page);
  if (process.env.SELVEDGE_TEST_SHOTS) {
    await page.screenshot({ path: `${process.env.SELVEDGE_TEST_SHOTS}-crop-390.png` });
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  const { x, y, width, height } = (await area(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const client = await page.context().newCDPSession(page);
  const fingers = (distance: number) => [
    { x: Math.round(x + width / 2 - distance), y: Math.round(y + height / 2), id: 0 },
    { x: Math.round(x + width / 2 + distance), y: Math.round(y + height / 2), id: 1 },
  ];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) });
  for (const distance of [25, 30, 35, 40]) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(distance) });
    await page.waitForTimeout(50);
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => Number(await zoom(page).inputValue())).toBeGreaterThan(1.5);
  await zoom(page).fill('3');
  await expect(zoom(page)).toHaveAttribute('aria-valuetext', '300%');
  await saved(page);
});

test('a failed upload leaves the crop unchanged', async ({ browser }) => {
  const { page } = await choosePhoto(browser, 1280);
  for (let i = 0; i < 10; i += 1) await page.keyboard.press('+');
  for (let i = 0; i < 45; i += 1) await page.keyboard.press('ArrowDown');
  await page.route('**/profile-image', (route) => route.abort());
  await page.getByRole('button', { name: 'Save Picture' }).click();
  await expect(page.getByText('Failed to update profile image').first()).toBeVisible();
  await expect(zoom(page)).toHaveAttribute('aria-valuetext', '200%');
  await page.unroute('**/profile-image');
  expect((await saved(page))(80)).toBe(true);
});
