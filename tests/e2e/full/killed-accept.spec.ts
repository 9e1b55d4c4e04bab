import Sqlite from 'better-sqlite3';
import { expect, type Page } from 'playwright/test';
import { webpPicture } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { offer } from '../../support/people/haggle.ts';
import { openAs, openBrowser } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct({ AUTH_AUTOCONFIRM: 'true' }, ['offers', 'holds']);

/** How long after the click the server is killed, in milliseconds: before, during and after the transaction. */
const KILLS_MS = [0, 8, 20, 60, 200];

/** What the database says about the offer, its listing's hold and its acceptances. */
function stored(offerId: string, conversationId: string) {
  const sqlite = new Sqlite(`${product.dataDir}/selvedge.db`, { readonly: true });
  try {
    return {
      state: sqlite.prepare('select state from offers where id = ?').pluck().get(offerId),
      isOnHold:
        sqlite
          .prepare('select count(*) from listings where hold_conversation_id = ?')
          .pluck()
          .get(conversationId) === 1,
      acceptances: sqlite
        .prepare(
          "select count(*) from messages where conversation_id = ? and content like 'Accepted the offer%'",
        )
        .pluck()
        .get(conversationId),
    };
  } finally {
    sqlite.close();
  }
}

/** What the page says about the same. */
async function shown(page: Page) {
  const thread = page.getByRole('dialog', { name: 'Messages' });
  const name = (await thread.getByRole('article').getAttribute('aria-label')) ?? '';
  return {
    state: name.endsWith('Accepted') ? 'accepted' : name.endsWith('left') ? 'open' : name,
    isOnHold: (await thread.getByText(/^Held for .* until /).count()) === 1,
    acceptances: await thread
      .getByRole('log')
      .getByText(/accepted the offer of/)
      .count(),
  };
}

const ACCEPTED = { state: 'accepted', isOnHold: true, acceptances: 1 };
const OPEN = { state: 'open', isOnHold: false, acceptances: 0 };

test('a kill never leaves an offer half accepted', async ({ browser }) => {
  test.setTimeout(300_000);
  const seller = await signUp(product.url, 'seller');
  const { page } = await openBrowser(browser, product.url, 1280);
  await openAs(page, seller.email, '/messages');
  const outcomes: string[] = [];
  for (const ms of KILLS_MS) {
    const buyer = await signUp(product.url, `buyer${ms}`);
    const listing = await seller.list(await webpPicture(60, 80), `Ring coat ${ms}`);
    const { id } = await buyer.openConversation(listing);
    const offerId = (await offer(buyer, id, '340')).offer?.id ?? '';
    await page.goto(`/messages/${id}`);
    const accept = page.getByRole('button', { name: 'Accept', exact: true });
    await expect(accept).toBeVisible();
    const clicked = accept.click();
    await page.waitForTimeout(ms);
    await product.kill();
    await clicked;
    const left = stored(offerId, id);
    expect([ACCEPTED, OPEN], `killed after ${ms} ms`).toContainEqual(left);
    await product.start();
    await expect(page.getByText(/can't be reached/)).toHaveCount(0);
    await expect.poll(() => shown(page)).toEqual(stored(offerId, id));
    // An answer that was lost can be given again, also while the page still reconnects, and counts once.
    await expect(async () => {
      if (await accept.isVisible()) await accept.click();
      await expect.poll(() => shown(page), { timeout: 3_000 }).toEqual(ACCEPTED);
    }).toPass();
    expect(stored(offerId, id)).toEqual(ACCEPTED);
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(ACCEPTED);
    outcomes.push(`${ms} ms: ${left.state}`);
  }
  console.log(`killed after ${outcomes.join(', ')}`);
});
