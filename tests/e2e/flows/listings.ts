import type { Listing } from '@selvedge/shared/items/listings';
import { expect, type Page } from 'playwright/test';
import { transparentPng } from '../../support/data/pictures.ts';
import { fileOf } from '../input-device.ts';
import type { Flow } from '../world.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** The part of a listing's page that stays when an action disappears. */
const events = (page: Page) => page.getByRole('region', { name: 'Ring coat', exact: true });
const expectText = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

export const photo = async (name: string) => fileOf(await transparentPng(60, 80), name);

export const post: Flow = async (page, hand, { me, stop }) => {
  await page.goto('/');
  const sell = button(page, 'Sell Item').filter({ visible: true });
  await hand.press(sell);
  const form = dialog(page, 'Create Listing');
  await hand.dismiss(form, sell);
  await hand.press(sell);
  await hand.press(form.getByRole('button', { name: 'Create Listing' }));
  await expect(form.getByText('Title is required')).toBeVisible();
  await expect(form.getByText('No images: Please upload at least one image')).toBeVisible();
  await stop('a new listing with its errors');

  await hand.attach(form.getByLabel('Add photos'), await Promise.all(['front', 'back', 'label'].map(photo)));
  await expect(form.getByText('3 of 8')).toBeVisible();
  const photos = form.getByRole('img', { name: /^Photo \d/ });
  await hand.moveForward(form.getByRole('button', { name: 'Move photo 2', exact: true }));
  await expect(photos.first()).toHaveAttribute('alt', 'Photo 1, back');
  await hand.press(form.getByRole('button', { name: 'Remove photo 3' }));
  await expect(form.getByText('2 of 8')).toBeVisible();

  const title = `Trucker of ${me.username}`;
  await hand.fill(form.getByLabel('Title'), title);
  await hand.fill(form.getByLabel('Brand'), 'Kapital');
  await hand.choose(form.getByLabel('Category'), 'Outerwear');
  await hand.fill(form.getByLabel('Size'), 'L');
  await hand.choose(form.getByLabel('Condition'), 'Used');
  await hand.fill(form.getByLabel('Price (USD)'), '365');
  await stop('a new listing filled in');
  await hand.press(form.getByRole('button', { name: 'Create Listing' }));
  await expectText(page, 'Listing created successfully!');
  await expect(form).toBeHidden();
  await hand.expectFocusAt(sell);
  await expect(page.getByRole('link', { name: new RegExp(title) })).toContainText('$365');
};

export const edit: Flow = async (page, hand, { me, stop }) => {
  const { id } = await me.offer({ title: 'Type II trucker' });
  await page.goto(`/listing/${id}`);
  await hand.press(button(page, 'Edit Listing'));
  const form = dialog(page, 'Edit Listing');
  await expect(form.getByText('1 of 8')).toBeVisible();
  await stop('an edited listing');
  await hand.fill(form.getByLabel('Title'), 'Type III trucker');
  await hand.press(form.getByRole('button', { name: 'Save Changes' }));
  await expectText(page, 'Listing updated successfully!');
  await expect(page.getByRole('heading', { name: 'Type III trucker' })).toBeVisible();
  await hand.expectFocusAt(button(page, 'Edit Listing'));
};

export const discount: Flow = async (page, hand, { me, stop }) => {
  const { id } = await me.offer({ price: '365' });
  await page.goto(`/listing/${id}`);
  await stop('a listing (owner)');
  const open = button(page, 'Discount Item');
  await hand.press(open);
  const form = dialog(page, 'Discount Item');
  await hand.dismiss(form, open);
  await hand.press(open);
  await hand.fill(form.getByLabel('New Price (USD)'), '300');
  await expect(form.getByText('18% off')).toBeVisible();
  await stop('a discount');
  await hand.press(form.getByRole('button', { name: 'Apply Discount' }));
  await expectText(page, 'Item discounted successfully!');
  await expect(page.getByText('$300')).toBeVisible();
  await hand.expectFocusAt(open);
  await stop('a discounted listing');
};

export const updatePrice: Flow = async (page, hand, { me, stop }) => {
  await me.offer({ title: 'Boro jacket', price: '365' });
  await page.goto(`/profile/${me.username}`);
  const menu = button(page, 'Actions for Boro jacket');
  await hand.pick(menu, 'Update Price');
  const form = dialog(page, 'Update Price');
  await hand.fill(form.getByLabel('New Price (USD)'), '410');
  await stop('a new price');
  await hand.press(form.getByRole('button', { name: 'Update Price' }));
  await expectText(page, 'Price updated successfully!');
  await expect(page.getByRole('link', { name: /Boro jacket/ })).toContainText('$410');
  await hand.expectFocusAt(menu);
};

export const markSold: Flow = async (page, hand, { me, stop }) => {
  const { id } = await me.offer({});
  await page.goto(`/listing/${id}`);
  await hand.press(button(page, 'Mark Listing as Sold'));
  await expectText(page, 'Listing marked as sold successfully');
  await expect(page.getByText('This item has been sold')).toBeVisible();
  await expect(button(page, 'Edit Listing')).toBeHidden();
  await hand.expectFocusAt(events(page));
  await stop('a sold listing');
};

export const undoSale: Flow = async (page, hand, { me }) => {
  const { id } = await me.offer({});
  await me.call('PATCH', `/api/listings/${id}/sold`);
  await page.goto(`/listing/${id}`);
  await hand.press(button(page, 'Not Sold After All'));
  await expectText(page, 'Listing is back on sale');
  await expect(button(page, 'Edit Listing')).toBeVisible();
  await hand.expectFocusAt(events(page));
};

export const relist: Flow = async (page, hand, { me, stop }) => {
  const { id, title } = await me.offer({ title: `Vest of ${me.username}` }, 2);
  await me.call('PATCH', `/api/listings/${id}/sold`);
  await page.goto(`/listing/${id}`);
  await hand.press(button(page, 'Relist'));
  const form = dialog(page, 'Create Listing');
  await expect(form.getByLabel('Title')).toHaveValue(title);
  await expect(form.getByText('2 of 8')).toBeVisible();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await stop('a relisted listing');
  await hand.press(form.getByRole('button', { name: 'Create Listing' }));
  await expectText(page, 'Listing created successfully!');
  await hand.expectFocusAt(button(page, 'Relist'));
  // The new listing has photos of its own, which outlive the first one.
  await me.call('DELETE', `/api/listings/${id}`);
  const [relisted] = await me.call<Listing[]>('GET', `/api/users/${me.username}/listings`);
  expect(relisted).toMatchObject({ title, isSold: false });
  expect(relisted?.images).toHaveLength(2);
  for (const url of relisted?.images ?? []) expect((await page.request.get(url)).status()).toBe(200);
};

export const bump: Flow = async (page, hand, { me, stop }) => {
  const { id } = await me.offer({});
  await page.goto(`/listing/${id}`);
  await hand.press(button(page, 'Bump Listing'));
  await expectText(page, 'Listing bumped to the top successfully');
  await expect(button(page, 'Bump Listing')).toBeDisabled();
  await expect(page.getByText('You can bump this again in 24h')).toBeVisible();
  await hand.expectFocusAt(events(page));
  await stop('a bumped listing');
};

export const remove: Flow = async (page, hand, { me }) => {
  const { id, title } = await me.offer({ title: `Vest of ${me.username}` });
  await page.goto(`/listing/${id}`);
  await hand.press(button(page, 'Delete Listing'));
  await page.waitForURL('/');
  await expectText(page, 'Listing deleted permanently');
  await expect(page.locator('.card').first().or(page.getByText('No listings found'))).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(title) })).toHaveCount(0);
};

export const viewPhotos: Flow = async (page, hand, { other, stop }) => {
  const { id } = await (await other()).offer({}, 2);
  await page.goto(`/listing/${id}`);
  const open = button(page, 'View full screen');
  await hand.press(open);
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('1 / 2')).toBeVisible();
  await stop('a full-screen photo');
  const zoom = viewer.getByRole('button', { name: 'Zoom in on photo 1' });
  await hand.press(zoom);
  await expect(zoom).toHaveAttribute('aria-pressed', 'true');
  await hand.press(zoom);
  await expect(zoom).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('2 / 2')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('1 / 2')).toBeVisible();
  await hand.dismiss(viewer, open);
};
