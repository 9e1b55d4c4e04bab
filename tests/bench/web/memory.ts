import type { CDPSession, Page } from 'playwright';
import { titleOf } from '../../support/data/full-inbox.ts';
import { slopeOf } from '../../support/measuring/slope.ts';
import type { BenchTable } from '../table.ts';
import type { Stage } from './stage.ts';

const MINUTES = Number(process.env.SELVEDGE_BENCH_MINUTES ?? 2);
/** The recipient's messages between two heap samples, and the share of samples taken while caches fill. */
const BURST = 100;
const WARM_UP = 0.4;

interface Sample {
  messages: number;
  heapBytes: number;
  nodes: number;
  listeners: number;
}

async function takeSample(cdp: CDPSession, messages: number): Promise<Sample> {
  // The second collection frees objects that only finalizers release.
  for (let n = 0; n < 2; n += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { messages, heapBytes: usedSize, nodes, listeners: jsEventListeners };
}

/**
 * One round of chat: the other member sends a burst to the open thread, and the page's member replies.
 * @returns the number of messages.
 */
async function chat({ buyer, talkId }: Stage, page: Page, round: number): Promise<number> {
  for (let n = 0; n < BURST; n += 1) {
    const content = `round ${round}, number ${n}`;
    await buyer.call('POST', '/api/messages', { conversationId: talkId, type: 'text', content });
  }
  await page
    .locator('.bubble', { hasText: `round ${round}, number ${BURST - 1}` })
    .last()
    .waitFor();
  const field = page.getByLabel('Message', { exact: true });
  await field.fill(`answer ${round}`);
  await field.press('Enter');
  await page
    .locator('.bubble', { hasText: `answer ${round}` })
    .last()
    .waitFor();
  return BURST + 1;
}

/** Opens another thread and comes back. */
async function lookElsewhere(page: Page, round: number): Promise<void> {
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
  await rows.filter({ hasText: titleOf(round % 5) }).click();
  await page
    .locator('.bubble', { hasText: `needle ${round % 5}` })
    .last()
    .waitFor();
  await rows.filter({ hasText: 'Talked about' }).click();
  await page
    .locator('.bubble', { hasText: `answer ${round}` })
    .last()
    .waitFor();
}

/** The memory of a tab during a chat, after garbage collection. */
export async function measureMemory(stage: Stage): Promise<BenchTable> {
  const rows: BenchTable['rows'] = [];
  for (const doesLeave of [false, true]) {
    const page = await stage.open(stage.seller);
    await page.goto(`/messages/${stage.talkId}`);
    await page.locator('.bubble').last().waitFor();
    const cdp = await page.context().newCDPSession(page);
    const samples: Sample[] = [];
    const end = performance.now() + (MINUTES * 60_000) / 2;
    for (let round = 0, messages = 0; performance.now() < end || samples.length < 5; round += 1) {
      // The run outlasts an access token.
      await stage.buyer.renew();
      messages += await chat(stage, page, round);
      if (doesLeave) await lookElsewhere(page, round);
      samples.push(await takeSample(cdp, messages));
    }
    await page.context().close();
    const counted = samples.slice(Math.floor(samples.length * WARM_UP));
    const last = counted.at(-1);
    const figures = [
      (one: Sample) => one.heapBytes / 1_000,
      (one: Sample) => one.nodes,
      (one: Sample) => one.listeners,
    ];
    rows.push([
      doesLeave ? 'switching threads now and then' : 'staying in one thread',
      last?.messages ?? 0,
      ...figures.flatMap((figure) => [
        last ? Math.round(figure(last)) : 0,
        (1_000 * slopeOf(counted, ({ messages }) => messages, figure)).toFixed(1),
      ]),
    ]);
  }
  const more = 'growth per 1,000 messages';
  return {
    title: `Memory of a tab during ${MINUTES} minutes of chat`,
    columns: ['', 'messages', 'heap, KB', more, 'nodes', more, 'listeners', more],
    rows,
  };
}
