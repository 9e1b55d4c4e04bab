import { expect } from 'playwright/test';
import { freePort } from '../../../scripts/free-port.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { PASSWORD, signUp } from '../../support/people/account.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { openAs, openBrowser } from '../people.ts';
import { test } from '../test.ts';

test('a deleted account is shown as deleted at once', async ({ browser }) => {
  const dir = makeTempDir();
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
  });
  const { page } = await openBrowser(browser, product.url);
  try {
    const [seller, buyer] = [await signUp(product.url, 'marlow'), await signUp(product.url, 'odile')];
    const { id } = await buyer.openConversation(await seller.list(await phonePhoto()));
    const words = { conversationId: id, type: 'text', content: 'Washed once, never worn.' };
    await buyer.call('POST', '/api/messages', { ...words, content: 'Has it been worn?' });
    await seller.call('POST', '/api/messages', words);
    await buyer.call('POST', '/api/messages', { ...words, content: 'Thanks!' });

    await openAs(page, buyer.email, `/messages/${id}`);
    await expect(page.getByText('Washed once, never worn.')).toBeVisible();
    await expect(page.getByLabel('Message', { exact: true })).toBeVisible();

    expect((await seller.request('DELETE', '/api/auth/user', { password: PASSWORD })).status).toBe(204);
    await expect(
      page.getByText('This account was deleted. You can still read the conversation.'),
    ).toBeVisible();
    await expect(page.getByLabel('Message', { exact: true })).toBeHidden();
    await expect(page.getByText('Washed once, never worn.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'deleted user' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'deleted user' })).toHaveCount(0);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'deleted user' })).toBeVisible();
    await expect(page.getByText('Washed once, never worn.')).toBeVisible();
  } finally {
    await page.context().close();
    await product.stop();
    dir.remove();
  }
});
