import { expect, type Page } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { openChatWorld } from './chat-world.ts';
import { attachBy, fileOf, keyboard } from './input-device.ts';
import { sendMessage, textsIn } from './people.ts';
import { test } from './test.ts';

let world: Awaited<ReturnType<typeof openChatWorld>>;
test.beforeAll(async () => {
  world = await openChatWorld();
});
test.afterAll(() => world.close());

const panel = (page: Page) => page.getByRole('dialog', { name: 'Messages' });
const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

/** Expects the focus inside the panel. */
const hasFocus = (page: Page) =>
  expect.poll(() => panel(page).evaluate((one) => one.contains(document.activeElement))).toBe(true);

test('on a phone, everything in messages works by keyboard', async ({ browser }) => {
  const [me, ana, ben] = [await world.join('me'), await world.join('ana'), await world.join('ben')];
  await ana.writeAbout(await me.offer('Ring coat'), 'Would you ship it to Lisbon?');
  await ben.writeAbout(await me.offer('Boro vest'), 'Lower?');
  const { page } = await world.enter(browser, me, 390);
  await page.goto('/');
  const hand = keyboard(page);
  const messages = page.getByRole('button', { name: 'Messages, 2 unread conversations' });
  await hand.press(messages);
  await hand.press(page.getByRole('radio', { name: 'Buying' }));
  await expect(page.getByText('Not buying anything yet')).toBeVisible();
  await hand.press(page.getByRole('radio', { name: 'All' }));
  await expect(rows(page)).toHaveCount(2);

  await hand.fill(page.getByLabel('Search messages'), 'lisbon');
  await hand.press(panel(page).getByRole('button', { name: /ship it to Lisbon/ }));
  await expect.poll(() => textsIn(page)).toEqual(['Would you ship it to Lisbon?']);
  await hasFocus(page);
  await hand.press(button(page, 'Back to conversations'));
  await hasFocus(page);
  await hand.press(button(page, 'Clear search'));
  await hasFocus(page);
  await hand.press(rows(page).filter({ hasText: 'Ring coat' }).getByRole('button').first());
  await hasFocus(page);

  const field = page.getByLabel('Message', { exact: true });
  await hand.fill(field, 'Of course.');
  await hand.press(button(page, 'Send message'));
  await expect.poll(async () => (await textsIn(page)).at(-1)).toBe('Of course.');
  await hasFocus(page);
  const file = await fileOf(await transparentPng(60, 80), 'a.png');
  await attachBy(() => hand.press(button(page, 'Add photos')), page, [file]);
  const photo = panel(page).getByRole('button', { name: /^Photo from/ });
  await expect(photo).toBeVisible();
  await hasFocus(page);
  await hand.press(photo);
  const viewer = page.getByRole('dialog', { name: /^Photo from/ });
  await hand.dismiss(viewer, photo);

  const actions = panel(page)
    .locator('.thread-row', { hasText: 'Of course' })
    .getByRole('button', { name: 'Message actions' });
  await hand.pick(actions, 'Edit');
  await expect(field).toBeFocused();
  await hand.fill(field, 'Of course, on Monday.');
  await page.keyboard.press('Enter');
  await expect.poll(() => textsIn(page)).toContain('Of course, on Monday.');
  await hasFocus(page);
  await hand.pick(actions, 'Unsend');
  await expect(button(page, 'Keep It')).toBeFocused();
  await hand.press(button(page, 'Unsend'));
  await expect.poll(() => textsIn(page)).toContain('You unsent a message');
  await hasFocus(page);

  const more = button(page, 'More actions');
  await hand.pick(more, 'Mute');
  await hand.expectFocusAt(more);
  await hand.pick(more, 'Archive');
  await expect(page.getByText('Conversation archived')).toBeVisible();
  await hasFocus(page);
  await hand.press(button(page, 'Back to conversations'));
  await expect(rows(page)).toHaveCount(1);
  await hasFocus(page);
  await hand.press(button(page, 'Close messages'));
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Messages/ })).toBeFocused();
});

/** Runs in the page. Collects what a screen reader announces: text that appears in a live region. */
function recordAnnouncements(): void {
  const announcements: string[] = [];
  Object.assign(window, { announcements });
  const isAnnounced = (node: Node) => {
    const region = (node instanceof Element ? node : node.parentElement)?.closest(
      '[aria-live],[role=status],[role=alert],[role=log]',
    );
    return region && region.getAttribute('aria-live') !== 'off';
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      if (isAnnounced(target))
        for (const { textContent } of addedNodes) if (textContent) announcements.push(textContent);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

test('a screen reader announces only incoming messages, once each', async ({ browser }) => {
  const [me, ana, ben] = [await world.join('me'), await world.join('ana'), await world.join('ben')];
  const conversation = await ana.writeAbout(await me.offer('Ring coat'), 'First words');
  for (let i = 1; i <= 79; i += 1) await ana.send(conversation.id, `word ${i}`);
  const other = await ben.writeAbout(await me.offer('Boro vest'), 'Lower?');
  const { page } = await world.enter(browser, me, 1280);
  await page.goto('/messages');
  await expect(rows(page)).toHaveCount(2);
  await page.evaluate(recordAnnouncements);
  const announced = () =>
    page.evaluate(() => (window as unknown as { announcements: string[] }).announcements);

  await rows(page).filter({ hasText: 'Ring coat' }).getByRole('button').first().click();
  // Scoped to the thread: the list shows the same text earlier.
  const thread = page.getByRole('log').locator('[data-virtuoso-scroller]');
  await expect(thread.getByText('word 79', { exact: true })).toBeInViewport();
  await ana.send(conversation.id, 'In sight');
  await expect.poll(announced).toEqual([`${ana.username}: In sight`]);
  await sendMessage(page, 'Mine');
  await expect(panel(page).getByText('Sent', { exact: true })).toBeVisible();
  await ben.send(other.id, 'Elsewhere');
  const announcements = [`${ana.username}: In sight`, `New message from ${ben.username}: Elsewhere`];
  await expect.poll(announced).toEqual(announcements);

  // Scroll up to the beginning, page by page, and down again.
  await thread.hover();
  await expect(async () => {
    await page.mouse.wheel(0, -4_000);
    await expect(page.getByText('First words', { exact: true })).toBeInViewport({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Latest' }).click();
  await expect(page.locator('.bubble', { hasText: 'Mine' })).toBeInViewport();
  // Announcements are in order: after this one, all earlier ones are done.
  await ana.send(conversation.id, 'The end');
  await expect.poll(announced).toEqual([...announcements, `${ana.username}: The end`]);
});
