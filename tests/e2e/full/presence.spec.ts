import { expect } from 'playwright/test';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { openAs, openBrowser, sendMessage, textsIn } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

test('two members see each other typing', async ({ browser }) => {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const conversation = await buyer.openConversation(await seller.list(await phonePhoto()));
  await buyer.call('POST', '/api/messages', {
    clientId: crypto.randomUUID(),
    conversationId: conversation.id,
    type: 'text',
    content: 'Is it still available?',
  });
  const atSeller = await openBrowser(browser, product.url);
  await openAs(atSeller.page, seller.email, '/messages');
  const row = atSeller.page.getByRole('list', { name: 'Conversations' }).getByRole('button').first();
  await expect(row).toContainText('Is it still available?');
  await expect(row).not.toContainText('Online');

  const atBuyer = await openBrowser(browser, product.url, 390);
  await openAs(atBuyer.page, buyer.email, `/messages/${conversation.id}`);
  await expect(row).toContainText('Online');
  const buyersThread = atBuyer.page.getByRole('dialog');
  await expect(buyersThread.getByText('Online', { exact: true })).toBeVisible();

  // The list shows who is typing, and so does the open thread.
  const field = buyersThread.getByLabel('Message', { exact: true });
  await field.pressSequentially('Would');
  await expect(row).toContainText('typing…');
  await row.click();
  const note = atSeller.page.getByRole('status').filter({ hasText: 'is typing…' });
  await field.pressSequentially(' you');
  await expect(note).toHaveText(/^\S+ is typing…$/);
  await sendMessage(atBuyer.page, 'Would you ship it?');
  await expect.poll(() => textsIn(atSeller.page)).toContain('Would you ship it?');
  await expect(note).toHaveCount(0);

  // Leaving the field ends typing.
  await field.pressSequentially('One more thing');
  await expect(note).toHaveCount(1);
  await field.blur();
  await expect(note).toHaveCount(0);

  await atBuyer.page.context().close();
  await expect(row).not.toContainText('Online');
});
