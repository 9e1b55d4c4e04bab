import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { findBrowser } from '../../scripts/browser.ts';
import { build } from '../../scripts/build.ts';
import { freePort } from '../../scripts/free-port.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { readInbox } from '../e2e/read-inbox.ts';
import { fillInbox, titleOf } from '../support/data/full-inbox.ts';
import { signUp } from '../support/people/account.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { type BenchTable, percentile } from './table.ts';

const COUNT = 1_000;
const MESSAGES = 200;
const EVERY_MS = 50;
const SWITCHES = 20;

type Member = Awaited<ReturnType<typeof signUp>>;
type Product = Awaited<ReturnType<typeof startProduct>>;

/** Runs in the page before anything else: records long tasks and the latency of input events. */
function watch(): void {
  const seen = { tasks: [] as number[], answers: [] as number[] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const events: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  };
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (/^(click|keydown|input)$/.test(name)) seen.answers.push(duration);
    }
  }).observe(events);
}
type Seen = { seen: { tasks: number[]; answers: number[] } };

/**
 * Measures one action in the page. @returns its row: the duration, and the long tasks and input latency
 * during it.
 */
async function measure(
  page: Page,
  name: string,
  act: () => Promise<unknown>,
): Promise<BenchTable['rows'][0]> {
  await page.evaluate(() => Object.assign((window as unknown as Seen).seen, { tasks: [], answers: [] }));
  const from = performance.now();
  await act();
  const ms = performance.now() - from;
  const { tasks, answers } = await page.evaluate(() => (window as unknown as Seen).seen);
  const longest = (all: number[]) => Math.max(0, ...all).toFixed(0);
  return [
    name,
    ms.toFixed(0),
    tasks.length,
    longest(tasks),
    percentile(tasks, 0.5).toFixed(0),
    longest(answers),
  ];
}

const row = (page: Page, n: number) =>
  page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('listitem')
    .filter({ hasText: titleOf(n) });

/** Spreads positions over the inbox, the same way in every run. */
const scattered = (n: number) => (n * 617) % COUNT;

/** The buyer keeps sending messages, in one conversation after another. */
async function write(buyer: Member, ids: string[]): Promise<void> {
  for (let n = 0; n < MESSAGES; n += 1) {
    const next = new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    await buyer.call('POST', '/api/messages', {
      conversationId: ids[scattered(n)],
      type: 'text',
      content: `news ${n}`,
    });
    await next;
  }
}

async function measureAll(product: Product, page: Page, buyer: Member, ids: string[]) {
  const rows: BenchTable['rows'] = [];
  const add = async (name: string, act: () => Promise<unknown>) => {
    rows.push(await measure(page, name, act));
  };
  await page.goto(product.url);
  await page.getByRole('button', { name: /^Messages/ }).waitFor();
  await add('open the panel', async () => {
    await page.getByRole('button', { name: /^Messages/ }).click();
    await row(page, 0).waitFor();
  });
  await add(`read ${COUNT} from top to bottom`, () => readInbox(page, COUNT));
  await add('back to the top', async () => {
    await page.evaluate(() => document.querySelector('[data-virtuoso-scroller]')?.scrollTo(0, 0));
    await row(page, 0).waitFor();
  });
  await add(`switch threads, ${SWITCHES} times`, async () => {
    for (let n = 0; n < SWITCHES; n += 1) {
      await row(page, n % 5).click();
      await page.locator('.bubble', { hasText: `needle ${n % 5}` }).waitFor();
    }
  });
  const last = () =>
    row(page, scattered(MESSAGES - 1))
      .getByText(`news ${MESSAGES - 1}`)
      .waitFor();
  await add(`${MESSAGES} messages arrive, one each ${EVERY_MS} ms`, async () => {
    await write(buyer, ids);
    await last();
  });
  await add('the same, while typing in the composer', async () => {
    const writing = write(buyer, ids);
    await page.getByLabel('Message', { exact: true }).pressSequentially('x'.repeat(100), { delay: 60 });
    await writing;
  });
  await add('the same, while typing in the search', async () => {
    const writing = write(buyer, ids);
    for (const word of ['needle 7', 'news 19', 'needle 42'])
      await page.getByLabel('Search messages').pressSequentially(word, { delay: 60 });
    await writing;
  });
  return rows;
}

/**
 * Measures an inbox of a thousand conversations in a real browser. Other load on the machine affects every
 * figure.
 */
export async function bench(): Promise<BenchTable[]> {
  await build();
  const dir = makeTempDir();
  const port = await freePort();
  const env = { AUTH_AUTOCONFIRM: 'true' };
  const product = await startProduct({ entry: 'server/build/app/main.js', dataDir: dir.path, port, env });
  const [seller, buyer] = [await signUp(product.url), await signUp(product.url)];
  // The first API call creates the member.
  for (const one of [seller, buyer]) await one.call('GET', '/api/auth/user');
  const db = await openDatabase(`file:${join(dir.path, 'selvedge.db')}`, createLog('error'));
  const ids = await fillInbox(db, { sellerId: seller.id, buyerId: buyer.id, count: COUNT });
  await db.close();
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath: await findBrowser(), args });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const { data } = await seller.auth.getSession();
    const localStorage = [{ name: 'selvedge-auth', value: JSON.stringify(data.session) }];
    await context.setStorageState({ cookies: [], origins: [{ origin: product.url, localStorage }] });
    const page = await context.newPage();
    await page.addInitScript(watch);
    const rows = await measureAll(product, page, buyer, ids);
    const columns = [
      'milliseconds',
      'total',
      'long tasks',
      'longest',
      'their median',
      'slowest input response',
    ];
    return [{ title: `An inbox of ${COUNT} conversations in a browser`, columns, rows }];
  } finally {
    await browser.close();
    await product.stop();
    dir.remove();
  }
}
