import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { findBrowser } from '../../scripts/browser.ts';
import { startSelvedge } from './chat/contenders.ts';
import { PASSWORD } from './chat/populate.ts';
import { type BenchTable, percentile } from './table.ts';

const COUNT = 150;
/** Excludes the first messages, while the browsers and the server still compile their code. */
const WARM_UP = 20;
const EVERY_MS = 200;

const WATCH = fileURLToPath(new URL('./shown/watch.js', import.meta.url));

/** What `watch.js` records in a page. */
interface Seen {
  pressed: Record<string, number>;
  painted: Record<string, number>;
}

async function openThread(browser: Browser, url: string, email: string, id: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.addInitScript({ path: WATCH });
  await page.goto(`/login?next=/messages/${id}`);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('Message', { exact: true }).waitFor();
  return page;
}

async function write(page: Page, n: number): Promise<void> {
  const field = page.getByLabel('Message', { exact: true });
  await field.fill(`Message ${n}`);
  await field.press('Enter');
}

// Must be a function: the page's content policy forbids evaluating a string.
const isShown = (page: Page, n: number) =>
  page.waitForFunction(
    (text) => text in (globalThis as unknown as { seen: Seen }).seen.painted,
    `Message ${n}`,
  );

// The script has set `window.seen` with this type.
const seenIn = (page: Page) => page.evaluate('window.seen') as Promise<Seen>;

function describe(from: Seen, to: [where: string, seen: Seen][]): BenchTable {
  const texts = Object.keys(from.pressed).filter((text) => Number(text.split(' ')[1]) >= WARM_UP);
  const pressed = texts.map((text) => from.pressed[text] ?? 0);
  const perSecond = ((texts.length - 1) * 1000) / (Math.max(...pressed) - Math.min(...pressed));
  return {
    title: `From Enter to the painted bubble in two browsers, ${perSecond.toFixed(1)} messages/s, ${texts.length} messages`,
    columns: ['milliseconds', 'p50', 'p95', 'p99', 'not shown'],
    rows: to.map(([where, { painted }]) => {
      const ms = texts.map((text) => (painted[text] ?? Number.NaN) - (from.pressed[text] ?? 0));
      const shown = ms.filter((one) => !Number.isNaN(one));
      return [
        where,
        ...[0.5, 0.95, 0.99].map((of) => percentile(shown, of).toFixed(1)),
        ms.length - shown.length,
      ];
    }),
  };
}

/**
 * The delay a member perceives: from pressing Enter to the bubble on the recipient's screen, and on the
 * sender's own.
 */
export async function bench(): Promise<BenchTable[]> {
  const product = await startSelvedge(1);
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath: await findBrowser(), args });
  try {
    const id = product.pairs[0]?.conversationId ?? '';
    const sender = await openThread(browser, product.url, 'member-0@example.com', id);
    // Before the first message, only its creator sees a conversation.
    await write(sender, 0);
    await isShown(sender, 0);
    const other = await openThread(browser, product.url, 'member-1@example.com', id);
    await isShown(other, 0);
    const from = performance.now();
    for (let n = 1; n < WARM_UP + COUNT; n += 1) {
      await write(sender, n);
      await pause(Math.max(0, from + n * EVERY_MS - performance.now()));
    }
    await isShown(other, WARM_UP + COUNT - 1);
    const [sent, received] = [await seenIn(sender), await seenIn(other)];
    return [
      describe(sent, [
        ["on the recipient's screen", received],
        ["on the sender's screen", sent],
      ]),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
