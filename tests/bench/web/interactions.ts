import type { Page } from 'playwright';
import { titleOf } from '../../support/data/full-inbox.ts';
import { type BenchTable, percentile } from '../table.ts';
import { openMessages, type Stage } from './stage.ts';
import { settled, traced } from './traced.ts';

const TIMES = 20;
const TEXT = 'Would you take three hundred for it? I could fetch it on Friday. ';
/** An interaction that the browser does not report took at most this long. */
const UNREPORTED_MS = 16;

/** The time from a user's input until the page has painted its response. */
export async function measureInteractions(stage: Stage): Promise<BenchTable> {
  const rows: BenchTable['rows'] = [];
  /** @param count how many interactions are expected */
  const add = async (name: string, page: Page, count: number, act: () => Promise<unknown>) => {
    const { tasks, answers } = await traced(page, act);
    const unreported = Array.from({ length: Math.max(0, count - answers.length) }, () => UNREPORTED_MS);
    const all = [...answers, ...unreported];
    const longest = [tasks.longestMs, tasks.longestCpuMs].map(Math.round);
    rows.push([name, count, percentile(all, 0.5), percentile(all, 0.95), Math.max(...all), ...longest]);
  };
  const repeat = async (page: Page, once: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < TIMES; n += 1) {
      await once(n);
      await settled(page);
    }
  };

  const page = await stage.open(stage.seller);
  await page.goto('/');
  await page.locator('a.card').first().waitFor();
  await page.getByRole('button', { name: /^Messages/ }).waitFor();
  await add('changing a filter', page, TIMES, () =>
    repeat(page, async (n) => {
      const sold = page.getByLabel('Category').first();
      await sold.selectOption({ index: (n % 5) + 1 });
      await page.getByRole('list', { name: 'Active filters' }).waitFor();
    }),
  );
  const close = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await add('opening and closing the sell form', page, 2 * TIMES, () =>
    repeat(page, async () => {
      await page.getByRole('button', { name: 'Sell Item' }).first().click();
      await page.getByRole('dialog').waitFor();
      await close();
    }),
  );
  await add('opening and closing the messages', page, 2 * TIMES, () =>
    repeat(page, async () => {
      await openMessages(page);
      await close();
    }),
  );
  await openMessages(page);
  const row = (n: number) => page.getByRole('listitem').filter({ hasText: titleOf(n) });
  await add('opening a thread', page, TIMES, () =>
    repeat(page, async (n) => {
      await row(n % 5).click();
      await page.locator('.bubble', { hasText: `needle ${n % 5}` }).waitFor();
    }),
  );
  await page.goto(`/messages/${stage.talkId}`);
  const field = page.getByLabel('Message', { exact: true });
  await field.waitFor();
  await page.locator('.bubble').last().waitFor();
  await add('typing a character', page, TEXT.length, () => field.pressSequentially(TEXT));
  await add('sending a message', page, TIMES, () =>
    repeat(page, async (n) => {
      await field.fill(`offer ${n}`);
      await field.press('Enter');
      await page
        .locator('.bubble', { hasText: `offer ${n}` })
        .last()
        .waitFor();
    }),
  );
  await page.context().close();
  return {
    title: 'From input to painted response, in milliseconds (the browser rounds to steps of 8)',
    columns: ['', 'interactions', 'p50', 'p95', 'slowest', 'longest task', 'its CPU'],
    rows,
  };
}
