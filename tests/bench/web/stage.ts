import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import { findBrowser } from '../../../scripts/browser.ts';
import { build } from '../../../scripts/build.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { fillInbox } from '../../support/data/full-inbox.ts';
import { fillMarket } from '../../support/data/full-market.ts';
import { addMessages } from '../../support/data/long-conversation.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const LISTINGS = 100_000;
const MESSAGES = 100_000;
export const CONVERSATIONS = 1_000;

const WATCH = fileURLToPath(new URL('./watch.js', import.meta.url));
/** The photo name used by rows written straight into the database. */
const SHARED_PHOTO = '1-a-front';

type Member = Awaited<ReturnType<typeof signUp>>;
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Messages of one to six lines. */
const contentOf = (seq: number) => `message ${seq}${' and more of it'.repeat((seq * 7) % 13)}`;

/** Gives all listings the photo of one that a member has uploaded. */
async function sharePhoto(dataDir: string, seller: Member): Promise<void> {
  await seller.list(await phonePhoto());
  const folder = join(dataDir, 'media', seller.id);
  for (const file of readdirSync(folder))
    copyFileSync(join(folder, file), join(folder, file.replace(/.*(?=-\d+\.webp)/, SHARED_PHOTO)));
}

/** A full market, a full inbox and a long conversation, served to real browsers. */
export async function openStage() {
  await build();
  const dir = makeTempDir();
  const env = { AUTH_AUTOCONFIRM: 'true', ACCESS_TTL: '3600' };
  const options = {
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env,
  } as const;
  const product = await startProduct(options);
  const [seller, buyer] = [await signUp(product.url), await signUp(product.url)];
  // The first API call creates the member.
  for (const one of [seller, buyer]) await one.call('GET', '/api/auth/user');
  await sharePhoto(dir.path, seller);
  const { id: talkId } = await buyer.openConversation(
    await seller.list(await phonePhoto(), 'Long conversation'),
  );
  const db = await openDatabase(`file:${join(dir.path, 'selvedge.db')}`, createLog('error'));
  await fillMarket(db, LISTINGS, seller.id);
  const ids = await fillInbox(db, { sellerId: seller.id, buyerId: buyer.id, count: CONVERSATIONS });
  await addMessages(db, { conversationId: talkId, senderId: buyer.id, count: MESSAGES, contentOf });
  await db.close();
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath: await findBrowser(), args });
  return {
    url: product.url,
    /** The seller's inbox has the long conversation on top, then the others with the buyer, newest first. */
    seller,
    buyer,
    ids,
    talkId,
    /** Opens a page in a fresh browser context, for a member or a visitor. */
    async open(member: Member | null, viewport = { width: 1280, height: 900 }): Promise<Page> {
      const settings: BrowserContextOptions = { baseURL: product.url, viewport, serviceWorkers: 'block' };
      const context = await browser.newContext(settings);
      if (member) {
        const { data } = await member.auth.getSession();
        const localStorage = [{ name: 'selvedge-auth', value: JSON.stringify(data.session) }];
        await context.setStorageState({ cookies: [], origins: [{ origin: product.url, localStorage }] });
      }
      const page = await context.newPage();
      await page.addInitScript({ path: WATCH });
      return page;
    },
    async close(): Promise<void> {
      await browser.close();
      await product.stop();
      dir.remove();
    },
  };
}

/** Opens the messages from the top bar. */
export async function openMessages(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Messages/ }).click();
  await page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').first().waitFor();
}
