import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { READ_DELAY_MS } from '@selvedge/shared/platform/limits';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { expect, type Page } from 'playwright/test';
import { freePort } from '../../../scripts/free-port.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { readMessages } from '../../support/data/stored-messages.ts';
import { signUp } from '../../support/people/account.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { watchErrors } from '../browser-errors.ts';
import { outgoingCount, PASSWORD, sendMessage, signIn, textsIn } from '../people.ts';
import { test } from '../test.ts';

const dir = makeTempDir();
const profile = makeTempDir();
let product: Awaited<ReturnType<typeof startProduct>>;

test.beforeAll(async () => {
  product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: join(dir.path, 'data'),
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
  });
});
test.afterAll(async () => {
  await product.stop();
  dir.remove();
  profile.remove();
});

async function startConversation() {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const { id } = await buyer.openConversation(await seller.list(await phonePhoto()));
  const send = async (from: typeof seller, content: string) =>
    void (await from.call('POST', '/api/messages', { conversationId: id, type: 'text', content }));
  await send(buyer, 'Is it still there?');
  return { seller, buyer, id, send };
}

async function enter(page: Page, email: string, id: string): Promise<void> {
  await page.goto(`${product.url}/login`);
  await signIn(page, email, PASSWORD);
  await page.goto(`${product.url}/messages/${id}`);
  await expect.poll(() => textsIn(page)).toEqual(['Is it still there?']);
}

const stored = (id: string): string[] =>
  (readMessages(join(dir.path, 'data')).byConversation.get(id) ?? []).map(({ content }) => content);

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** A process and all its descendants, as reported by Linux. */
function processTree(root: number): Process[] {
  const all = readdirSync('/proc').flatMap((name): Process[] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
      return [{ pid: Number(name), parent, command }];
    } catch {
      // The process has ended.
      return [];
    }
  });
  const within = new Set([root]);
  for (let size = 0; size < within.size; ) {
    size = within.size;
    for (const { pid, parent } of all) if (within.has(parent)) within.add(pid);
  }
  return all.filter(({ pid }) => within.has(pid));
}

const setVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test.skip(process.platform !== 'linux', 'needs Linux: it stops and kills processes found in /proc');

test('a suspended tab catches up', async ({ playwright, launchOptions }) => {
  const { seller, buyer, id, send } = await startConversation();
  const server = await playwright.chromium.launchServer(launchOptions);
  const asleep: number[] = [];
  try {
    const browser = await playwright.chromium.connect(server.wsEndpoint());
    const page = await watchErrors(await browser.newContext()).newPage();
    await enter(page, seller.email, id);
    const witness = buyer.connect();
    let isHere = true;
    let readSeq = 0;
    witness.on('presence', ({ userId, online }: EventPayload<'presence'>) => {
      if (userId === seller.id) isHere = online;
    });
    witness.on('conversation:read', ({ userId, seq }: EventPayload<'conversation:read'>) => {
      if (userId === seller.id) readSeq = seq;
    });

    await setVisibility(page, 'hidden');
    await send(buyer, 'While nobody looks');
    await expect.poll(async () => (await textsIn(page)).length).toBe(2);
    // Longer than it takes for a visible message to be marked as read.
    await page.waitForTimeout(1.5 * READ_DELAY_MS);

    const renderers = processTree(server.process().pid ?? 0).filter(({ command }) =>
      /--type=renderer/.test(command),
    );
    expect(renderers.length).toBeGreaterThan(0);
    for (const { pid } of renderers) {
      process.kill(pid, 'SIGSTOP');
      asleep.push(pid);
    }
    await expect.poll(() => isHere, { timeout: 60_000 }).toBe(false);
    for (let i = 1; i <= 6; i += 1) await send(buyer, `While asleep ${i}`);
    for (const pid of asleep.splice(0)) process.kill(pid, 'SIGCONT');

    await expect.poll(async () => (await textsIn(page)).length).toBe(8);
    expect(await textsIn(page)).toEqual(stored(id));
    await page.waitForTimeout(1.5 * READ_DELAY_MS);
    expect(readSeq).toBeLessThan(2);
    await setVisibility(page, 'visible');
    await expect.poll(() => readSeq).toBe(8);
    console.log('a tab asleep until its server let go: 0 of 6 messages missing, 0 read while hidden');
    witness.close();
  } finally {
    for (const pid of asleep) process.kill(pid, 'SIGCONT');
    await server.close();
  }
});

test('unsent messages survive a killed browser', async ({ playwright, launchOptions }) => {
  const { seller, id } = await startConversation();
  const open = async () =>
    watchErrors(await playwright.chromium.launchPersistentContext(profile.path, launchOptions));
  const write = async (page: Page, name: string) => {
    await product.kill();
    for (let i = 1; i <= 5; i += 1) await sendMessage(page, `${name} ${i}`);
    await expect.poll(() => outgoingCount(page)).toBe(5);
  };
  let context = await open();
  try {
    let page = context.pages()[0] ?? (await context.newPage());
    await enter(page, seller.email, id);
    await write(page, 'left');
    await page.goto('about:blank');
    await product.start();
    await page.goto(`${product.url}/messages/${id}`);
    await expect.poll(() => stored(id).length).toBe(6);
    await expect.poll(() => outgoingCount(page)).toBe(0);

    await write(page, 'killed');
    // The packaged browser is started by a script, which has the same arguments.
    const browsers = processTree(process.pid).filter(
      ({ command }) => command.includes(`--user-data-dir=${profile.path}`) && !command.includes('--type='),
    );
    expect(browsers).not.toEqual([]);
    const closed = context.waitForEvent('close');
    for (const { pid } of browsers) process.kill(pid, 'SIGKILL');
    await closed;
    await product.start();
    context = await open();
    page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${product.url}/messages/${id}`);
    // A browser takes seconds to store a session: right after sign-in, the kill may lose it.
    const form = page.getByRole('heading', { name: 'Sign in to Selvedge' });
    await expect(form.or(page.getByRole('log'))).toBeVisible();
    if (await form.isVisible()) await signIn(page, seller.email);
    const names = ['left', 'killed'].flatMap((name) => [1, 2, 3, 4, 5].map((i) => `${name} ${i}`));
    const all = ['Is it still there?', ...names];
    await expect.poll(() => stored(id)).toEqual(all);
    await expect.poll(() => textsIn(page)).toEqual(all);
    await expect.poll(() => outgoingCount(page)).toBe(0);
    console.log(
      '5 messages unsent when the page was left and 5 when the browser was killed: each stored once',
    );
  } finally {
    await context.close();
  }
});
