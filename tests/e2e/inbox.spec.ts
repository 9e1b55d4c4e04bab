import { expect, type Page } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { expectNoViolations } from './axe.ts';
import { openAs, openBrowser, sendMessage } from './people.ts';
import { prepareProduct } from './product.ts';
import { test, testInFull } from './test.ts';

const product = prepareProduct();
let seller: Awaited<ReturnType<typeof signUp>>;
let buyer: Awaited<ReturnType<typeof signUp>>;
let coat: { id: string };

type Member = typeof seller;
const write = (from: Member, { id }: { id: string }, content: string) =>
  from.call('POST', '/api/messages', { conversationId: id, type: 'text', content });

test.beforeAll(async () => {
  seller = await signUp(product.url, 'seller');
  buyer = await signUp(product.url, 'buyer');
  coat = await buyer.openConversation(await seller.list(await transparentPng(), 'Ring coat'));
  await write(buyer, coat, 'I look for the Zürich needle');
  for (let i = 1; i <= 140; i += 1) await write(i % 2 ? seller : buyer, coat, `word ${i}`);
  const jeans = await buyer.openConversation(
    await seller.list(await transparentPng(), 'Jeans with a title that is cut'),
  );
  await write(buyer, jeans, 'Are they still there, and would you measure the inseam?');
});

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
/** Chooses a filter: clicks the label, because the input itself is hidden. */
const show = (page: Page, filter: string) =>
  page.getByRole('radiogroup', { name: 'Show conversations' }).getByText(filter, { exact: true }).click();

test('a member manages the inbox by keyboard', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAs(page, seller.email, '/messages');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('Jeans with a title that i…')).toBeVisible();
  await expect(page.getByText('Are they still there, and would you…')).toBeVisible();

  await page.getByRole('radio', { name: 'All' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Unread 2' })).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Buying' })).toBeChecked();
  await expect(page.getByText('Not buying anything yet')).toBeVisible();
  await show(page, 'All');

  // A conversation is archived from its menu and restored from the toast.
  const jeans = rows(page).filter({ hasText: 'Jeans' });
  const more = jeans.getByRole('button', { name: /^Actions for/ });
  const choose = async (name: string) => {
    await more.focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name, exact: true });
    await expect(item).toBeVisible();
    // Until the menu has the focus, Enter would press its button again.
    await expect(page.getByRole('menu')).toBeFocused();
    const place = (await page.getByRole('menuitem').allTextContents()).indexOf(name);
    await expect(async () => {
      await page.keyboard.press('Home');
      for (let i = 0; i < place; i += 1) await page.keyboard.press('ArrowDown');
      await expect(item).toHaveAttribute('data-highlighted', '', { timeout: 1_000 });
    }).toPass();
    await page.keyboard.press('Enter');
  };
  await choose('Mute');
  await expect(jeans.getByText('Muted')).toBeAttached();
  await choose('Archive');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(2);

  // A new message unarchives it, too.
  await choose('Archive');
  await expect(rows(page)).toHaveCount(1);
  await show(page, 'Archived');
  await expect(rows(page)).toHaveCount(1);
  await page.screenshot({ path: test.info().outputPath('list.png') });
  await expectNoViolations(page);
  const [, conversation] = await seller.call<{ id: string }[]>(
    'GET',
    '/api/conversations?limit=2&since=2020-01-01T00:00:00Z',
  );
  if (!conversation) throw new Error('there are two conversations');
  for (const { id } of [coat, conversation].filter((one) => one.id !== coat.id)) {
    await write(buyer, { id }, 'Hello again');
  }
  await expect(page.getByText('No archived conversations')).toBeVisible();
  await show(page, 'Needs reply');
  await expect(rows(page)).toHaveCount(2);
  await expect(jeans.getByText('Hello again')).toBeVisible();

  // The thread opens at a search hit far above its end; 'Latest' leads to the end.
  await page.getByLabel('Search messages').fill('ZURICH nee');
  await expect(page.locator('mark')).toHaveText('Zürich nee');
  await page.screenshot({ path: test.info().outputPath('search.png') });
  await expectNoViolations(page);
  await page.getByLabel('Search messages').press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[aria-current] .bubble')).toHaveText('I look for the Zürich needle');
  await expect(page.locator('[aria-current] .bubble')).toBeInViewport();
  await page.screenshot({ path: test.info().outputPath('target.png') });
  await page.getByRole('button', { name: 'Latest' }).click();
  await expect(page.getByText('word 140', { exact: true })).toBeInViewport();
  // The field grows by less than the list's own threshold for leaving the end.
  await page.getByLabel('Message', { exact: true }).fill('one\ntwo\nthree\nfour');
  await expect(page.getByText('word 140', { exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Search messages').press('Escape');
  await expect(rows(page)).toHaveCount(2);
});

testInFull('on a phone, Back restores the search', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url, 390);
  await openAs(page, buyer.email, '/messages');
  await expect(rows(page)).toHaveCount(2);
  await page.screenshot({ path: test.info().outputPath('phone.png') });
  await expectNoViolations(page);
  await page.getByLabel('Search messages').fill('zürich');
  await page.getByRole('button', { name: /Zürich needle/ }).click();
  await expect(page.locator('[aria-current] .bubble')).toBeInViewport();
  await sendMessage(page, 'Found it');
  await expect(page.locator('.bubble', { hasText: 'Found it' })).toBeInViewport();
  // Wait until the message is stored: otherwise it would unarchive the conversation later.
  await expect(page.getByText(/^(Sent|Delivered|Read)/).last()).toBeAttached();
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await expect(page.getByLabel('Search messages')).toHaveValue('zürich');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await rows(page).filter({ hasText: 'Ring coat' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await expect(rows(page)).toHaveCount(1);
});
