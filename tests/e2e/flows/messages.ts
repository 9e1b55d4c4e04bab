import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { expect } from 'playwright/test';
import { textsIn } from '../people.ts';
import type { Flow } from '../world.ts';

/** Runs in the page. Whether a click in the middle of an element would hit it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

export const messageSeller: Flow = async (page, hand, { other, stop }) => {
  const seller = await other();
  const { id } = await seller.offer({ title: 'Ring coat' });
  await page.goto(`/listing/${id}`);
  const open = page.getByRole('button', { name: 'Message Seller' });
  await expect(open).toBeVisible();
  await stop("another member's listing");
  await hand.press(open);
  const panel = page.getByRole('dialog', { name: 'Messages' });
  const composer = panel.getByLabel('Message', { exact: true });
  await hand.fill(composer, 'Is it still available?');
  await hand.press(panel.getByRole('button', { name: 'Send message' }));
  await expect(page.getByText('Conversation started! Check your messages.')).toBeVisible();
  await page.waitForURL(/\/messages\/.+/);
  // The toast does not cover the messages.
  await expect.poll(() => page.locator('.bubble').evaluate(isOnTop)).toBe(true);

  const conversationId = page.url().split('/').at(-1);
  await seller.call('POST', '/api/messages', { conversationId, type: 'text', content: 'It is.' });
  await expect.poll(() => textsIn(page)).toEqual(['Is it still available?', 'It is.']);
  await stop('a conversation');
  await hand.fill(composer, 'Then I take it.');
  await page.keyboard.press('Enter');
  await expect.poll(() => textsIn(page)).toEqual(['Is it still available?', 'It is.', 'Then I take it.']);
  await hand.dismiss(panel, open);

  const messages = page.getByRole('button', { name: /^Messages/ });
  await hand.press(messages);
  const row = panel.getByRole('button', { name: /Then I take it/ });
  await expect(row).toBeVisible();
  await stop('the conversations');
  await hand.press(row);
  await expect.poll(async () => (await textsIn(page)).length).toBe(3);
  const [known] = await seller.call<Conversation[]>('GET', '/api/conversations');
  expect(known?.lastMessage?.content).toBe('Then I take it.');
};
