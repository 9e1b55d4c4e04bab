import { expect, type Page } from 'playwright/test';
import type { Flow } from '../world.ts';

const expectText = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

export const createWanted: Flow = async (page, hand, { me, stop }) => {
  await page.goto('/wtb');
  const create = page.getByRole('button', { name: 'Create a WTB' });
  await expect(create).toBeVisible();
  await stop('WTBs');
  await hand.press(create);
  const form = page.getByRole('dialog', { name: 'Create a WTB Request' });
  await hand.press(form.getByRole('button', { name: 'Create WTB' }));
  await expect(form.getByText('Required').first()).toBeVisible();
  await stop('a new WTB with its errors');
  const title = `Geobasket for ${me.username}`;
  await hand.fill(form.getByLabel('What are you looking for?'), title);
  await hand.fill(form.getByLabel('Brand'), 'Rick Owens');
  await hand.fill(form.getByLabel('Size'), '43');
  await hand.fill(form.getByLabel('Maximum Budget (USD)'), '900');
  await hand.fill(form.getByLabel('Additional Details'), 'Any wear is fine.');
  await hand.press(form.getByRole('button', { name: 'Create WTB' }));
  await expectText(page, 'Your WTB listing has been created!');
  await expect(form).toBeHidden();
  await expect(page.getByRole('link', { name: new RegExp(title) })).toContainText('$900');
  await hand.expectFocusAt(create);
};

export const manageWanted: Flow = async (page, hand, { me, stop }) => {
  const { title } = await me.want(`Ramones for ${me.username}`);
  await page.goto('/wtb');
  await hand.fill(page.getByLabel('Search by title or brand'), title);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 listing found')).toBeVisible();
  const card = page.getByRole('link', { name: new RegExp(title) });
  await hand.press(card);
  const own = page.getByRole('dialog', { name: new RegExp(title) });
  await expect(own.getByText('Your listing')).toBeVisible();
  await stop('a WTB (owner)');

  const edit = own.getByRole('button', { name: 'Edit' });
  await hand.press(edit);
  const form = page.getByRole('dialog', { name: 'Edit WTB Request' });
  await hand.fill(form.getByLabel('Maximum Budget (USD)'), '950');
  await stop('an edited WTB');
  await hand.press(form.getByRole('button', { name: 'Save Changes' }));
  await expectText(page, 'Your WTB listing has been updated!');
  await expect(own.getByText('$950')).toBeVisible();
  await hand.expectFocusAt(edit);

  await hand.press(own.getByRole('button', { name: 'Bump' }));
  await expectText(page, 'Your WTB listing has been bumped!');
  await hand.press(own.getByRole('button', { name: 'Found' }));
  await expectText(page, 'WTB listing marked as found!');
  await expect(own.getByText('Your listing · Found')).toBeVisible();
  await hand.press(own.getByRole('button', { name: 'Delete' }));
  await expect(page).toHaveURL(/\/wtb\?q=/);
  await expect(card).toHaveCount(0);
};

export const answerWanted: Flow = async (page, hand, { me, other, stop }) => {
  const buyer = await other();
  const { id, title } = await buyer.want(`Ring coat for ${buyer.username}`);
  const mine = await me.offer({ title: 'Ring coat, indigo' });
  await page.goto(`/wtb?q=${title}`);
  await hand.press(page.getByRole('link', { name: new RegExp(title) }));
  const detail = page.getByRole('dialog', { name: title });
  const have = detail.getByRole('button', { name: 'I Have This' });
  await expect(have).toBeVisible();
  await stop('a WTB');
  await hand.press(have);
  const choice = page.getByRole('dialog', { name: 'Attach one of your listings?' });
  await expect(choice.getByRole('button', { name: /Ring coat, indigo/ })).toBeVisible();
  await stop('the listings to attach');
  await hand.press(choice.getByRole('button', { name: /Ring coat, indigo/ }));
  const composer = page.getByLabel('Message', { exact: true });
  await expect(composer).toHaveValue(/^I have this: Ring coat, indigo, \$365/);
  await hand.press(page.getByRole('button', { name: 'Send message' }));
  await expectText(page, 'Conversation started! Check your messages.');
  await expect(page.locator('.bubble').getByRole('link')).toHaveAttribute(
    'href',
    new RegExp(`/listing/${mine.id}$`),
  );
  expect(id).not.toBe(mine.id);
};
