import { join } from 'node:path';
import { expect } from 'playwright/test';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { fillInbox, titleOf } from '../../support/data/full-inbox.ts';
import { signUp } from '../../support/people/account.ts';
import { openBrowser, signIn } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { readInbox } from '../read-inbox.ts';
import { test } from '../test.ts';

const COUNT = 1_000;
const product = prepareProduct();

test('1,000 conversations are shown once in order', async ({ browser }) => {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  for (const one of [seller, buyer]) await one.call('GET', '/api/auth/user');
  const db = await openDatabase(`file:${join(product.dataDir, 'selvedge.db')}`, createLog('error'));
  const ids = await fillInbox(db, { sellerId: seller.id, buyerId: buyer.id, count: COUNT });
  await db.close();
  const { page } = await openBrowser(browser, product.url);
  await page.goto('/login?next=/messages');
  await signIn(page, seller.email);
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
  await expect(rows.first()).toContainText(titleOf(0));

  const { titles, mostRows } = await readInbox(page, COUNT);
  expect(titles).toEqual(Array.from({ length: COUNT }, (_, n) => titleOf(n)));
  expect(mostRows).toBeLessThan(60);

  // Send messages to conversations all over the inbox while the list is scrolled to its end.
  const written = Array.from({ length: 40 }, (_, i) => (i * 617) % COUNT);
  for (const n of written)
    await buyer.call('POST', '/api/messages', { conversationId: ids[n], type: 'text', content: `news ${n}` });
  const expected = [...written.reverse(), ...Array.from({ length: COUNT }, (_, n) => n)];
  await page.evaluate(() => document.querySelector('[data-virtuoso-scroller]')?.scrollTo(0, 0));
  await expect(rows.first()).toContainText(`news ${written[0]}`);
  expect((await readInbox(page, COUNT)).titles).toEqual([...new Set(expected)].map(titleOf));
});
