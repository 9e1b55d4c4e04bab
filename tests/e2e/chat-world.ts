import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import { type Browser, expect, type Page } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { transparentPng } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { openBrowser, SESSION_KEY } from './people.ts';

type Account = Awaited<ReturnType<typeof signUp>>;

/** A member who chats without a browser. */
interface ChatMember extends Account {
  username: string;
  offer(title: string): ReturnType<Account['list']>;
  send(conversationId: string, content: string): Promise<Message>;
  /** Sends the first message to a listing's seller. */
  writeAbout(listing: Awaited<ReturnType<Account['list']>>, content: string): Promise<Conversation>;
}

/** A separate server for chats. */
export async function openChatWorld(settings: Record<string, string> = {}) {
  const dir = makeTempDir();
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true', ...settings },
  });
  const picture = await transparentPng(60, 80);

  async function join(name: string): Promise<ChatMember> {
    const account = await signUp(product.url, name);
    const { username } = await account.call<{ username: string }>('GET', '/api/auth/user');
    const send = (conversationId: string, content: string) =>
      account.call<Message>('POST', '/api/messages', { conversationId, type: 'text', content });
    return {
      ...account,
      username,
      send,
      offer: (title) => account.list(picture, title),
      async writeAbout(listing, content) {
        const conversation = await account.openConversation(listing);
        await send(conversation.id, content);
        return conversation;
      },
    };
  }

  /** A browser signed in as the member, without animations. */
  async function enter(browser: Browser, { auth }: Account, width: number) {
    const watched = await openBrowser(browser, product.url, width);
    const { data } = await auth.getSession();
    await watched.page.emulateMedia({ reducedMotion: 'reduce' });
    await watched.page.addInitScript(
      ([key, session]) => {
        // Only on the first load, because the page renews the session later.
        if (!localStorage.getItem(key)) localStorage.setItem(key, session);
      },
      [SESSION_KEY, JSON.stringify(data.session)] as const,
    );
    return watched;
  }

  return {
    url: product.url,
    join,
    enter,
    async close() {
      await product.stop();
      dir.remove();
    },
  };
}

/** Blocks requests to a URL until released. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback().catch(() => undefined);
  });
  return async () => {
    resolve();
    await page.unroute(address);
  };
}

/** Lets requests to a URL fail while `work` runs. */
export async function whileFailing(page: Page, address: string | RegExp, work: () => Promise<void>) {
  const json = { code: 'internal', message: 'bland' };
  await page.route(address, (route) => route.fulfill({ status: 500, json }));
  await work();
  await page.unroute(address);
}

/** Runs in the page. How often rows of the thread were added, removed or moved within some frames. */
async function changesOf(rows: Element): Promise<number> {
  let changes = 0;
  const observer = new MutationObserver((records) => {
    changes += records.length;
  });
  observer.observe(rows, { childList: true, attributeFilter: ['style'] });
  for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
  observer.disconnect();
  return changes;
}

/** Expects the open thread to be idle: without new messages, no row changes. */
export async function expectIdle(page: Page): Promise<void> {
  const rows = page.getByRole('log').getByTestId('virtuoso-item-list');
  await expect.poll(() => rows.evaluate(changesOf), { message: 'changes of the rows' }).toBe(0);
}
