import type { Page } from 'playwright';
import { readInbox } from '../../e2e/read-inbox.ts';
import { titleOf } from '../../support/data/full-inbox.ts';
import type { BenchTable } from '../table.ts';
import { CONVERSATIONS, openMessages, type Stage } from './stage.ts';
import { settled, traced } from './traced.ts';

const WHEELS = 200;
const WHEEL_PX = 900;
const SWITCHES = 20;

/** Scrolls the wheel once per frame. */
async function scroll(page: Page, px: number): Promise<void> {
  for (let n = 0; n < WHEELS; n += 1) {
    await page.mouse.wheel(0, px);
    await settled(page);
  }
}

const bubbles = (page: Page) => page.locator('.bubble');

/** Measures the tasks that block a page while it opens and scrolls long lists. */
export async function measureTasks(stage: Stage): Promise<BenchTable> {
  const rows: BenchTable['rows'] = [];
  const add = async (name: string, page: Page, act: () => Promise<unknown>, extra: () => Promise<string>) => {
    const { tasks } = await traced(page, act);
    const cells = [tasks.longCount, tasks.longCpuCount, tasks.longestMs, tasks.longestCpuMs];
    rows.push([
      name,
      ...cells.map(Math.round),
      Math.round(tasks.longestFrameMs),
      Math.round(tasks.cpuMs),
      await extra(),
    ]);
  };
  const nodes = async (page: Page) => `${await page.locator('*').count()} elements`;

  const visitor = await stage.open(null);
  await visitor.goto('/');
  await visitor.locator('a.card').first().waitFor();
  await visitor.mouse.move(640, 500);
  await add(
    `the grid, ${WHEELS} wheel steps down`,
    visitor,
    () => scroll(visitor, WHEEL_PX),
    () => nodes(visitor),
  );
  await add(
    'and up again',
    visitor,
    () => scroll(visitor, -WHEEL_PX),
    () => nodes(visitor),
  );
  await visitor.context().close();

  const page = await stage.open(stage.seller);
  await page.goto('/');
  await page.getByRole('button', { name: /^Messages/ }).waitFor();
  await page.locator('a.card').first().waitFor();
  await add(
    `opening an inbox of ${CONVERSATIONS}`,
    page,
    () => openMessages(page),
    () => nodes(page),
  );
  await add(
    'reading it to its end',
    page,
    () => readInbox(page, CONVERSATIONS),
    () => nodes(page),
  );
  await page.evaluate(() => document.querySelector('[data-virtuoso-scroller]')?.scrollTo(0, 0));
  const row = (n: number) => page.getByRole('listitem').filter({ hasText: titleOf(n) });
  await row(0).waitFor();
  await add(
    `${SWITCHES} thread switches`,
    page,
    async () => {
      for (let n = 0; n < SWITCHES; n += 1) {
        await row(n % 5).click();
        await bubbles(page)
          .filter({ hasText: `needle ${n % 5}` })
          .waitFor();
      }
    },
    () => nodes(page),
  );
  await page.context().close();

  const reader = await stage.open(stage.seller);
  await reader.goto(`/messages/${stage.talkId}`);
  await bubbles(reader).last().waitFor();
  await reader.getByRole('log').hover();
  const first = async () =>
    `${await nodes(reader)}, ${await bubbles(reader).first().textContent()}`.slice(0, 40);
  await add(`the thread, ${WHEELS} wheel steps up`, reader, () => scroll(reader, -WHEEL_PX), first);
  await add(
    'and down again',
    reader,
    () => scroll(reader, WHEEL_PX),
    () => nodes(reader),
  );
  await reader.context().close();
  return {
    title: 'Tasks of the page, in milliseconds; "CPU" is their own processor time',
    columns: [
      '',
      'over 50',
      'over 50 of CPU',
      'longest',
      'its CPU',
      'longest frame',
      'total CPU',
      'at the end',
    ],
    rows,
  };
}
