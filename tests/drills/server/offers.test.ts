import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@selvedge/shared/conversations/conversations';
import { OFFERS_PER_DAY } from '@selvedge/shared/platform/limits';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { readMessages } from '../../support/data/stored-messages.ts';
import { type Buyer, offerBody, openHaggling, PRICE } from '../../support/people/haggle.ts';
import { prepareDrill } from '../../support/servers/drill.ts';

const KILLS = Number(process.env.SELVEDGE_TEST_KILLS ?? 8);
/** How long after the first offer of a round the server is killed, at most. */
const KILL_WITHIN_MS = 300;
const seed = seedOfRun();

const product = await prepareDrill({ features: ['offers', 'holds'] });

/** Repeats a request until the server answers it, as a client does that has lost the response. */
async function untilAnswered(request: () => Promise<Response>): Promise<Message> {
  for (;;) {
    const response = await request().catch(() => null);
    if (response?.ok) return (await response.json()) as Message;
    if (response && response.status < 500) throw new Error(`${response.status} ${await response.text()}`);
    await pause(20);
  }
}

/** Like a double click: both get the same answer. */
async function twice(request: () => Promise<Response>): Promise<Message> {
  const [one, other] = await Promise.all([untilAnswered(request), untilAnswered(request)]);
  expect(other.id).toBe(one?.id);
  return one as Message;
}

function statesOf(dataDir: string): Map<string, string> {
  const sqlite = new Sqlite(`${dataDir}/selvedge.db`, { readonly: true });
  try {
    const rows = sqlite.prepare<[], { id: string; state: string }>('select id, state from offers').all();
    return new Map(rows.map(({ id, state }) => [id, state]));
  } finally {
    sqlite.close();
  }
}

test(`offers survive kill -9, each stored once (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const names = Array.from({ length: KILLS }, (_, i) => `buyer${i}`);
  const { seller, buyers } = await openHaggling(product.url, names);

  async function haggle(buyer: Buyer): Promise<string[]> {
    const made: string[] = [];
    for (let n = 0; n < OFFERS_PER_DAY; n += 1) {
      const body = offerBody(`${200 + n}`);
      const path = `/api/conversations/${buyer.conversationId}/offers`;
      const message = await twice(() => buyer.request('POST', path, body));
      const id = message.offer?.id ?? '';
      made.push(id);
      const price = { listingPrice: PRICE };
      await twice(() => seller.request('POST', `/api/offers/${id}/decline`, price));
    }
    return made;
  }

  const all: string[] = [];
  for (const buyer of buyers) {
    const haggling = haggle(buyer);
    await pause(random.next() * KILL_WITHIN_MS);
    await product.kill();
    expect(readMessages(product.dataDir).integrity).toBe('ok');
    await product.start();
    all.push(...(await haggling));
  }
  const { byConversation } = readMessages(product.dataDir);
  for (const { conversationId } of buyers) {
    const contents = byConversation.get(conversationId)?.map(({ content }) => content);
    const expected = Array.from({ length: OFFERS_PER_DAY }, (_, n) => [
      `Offered $${200 + n}, open for 48 hours.`,
      `Declined the offer of $${200 + n}.`,
    ]);
    expect(contents).toEqual(['Hello', ...expected.flat()]);
  }
  expect(statesOf(product.dataDir)).toEqual(new Map(all.map((id) => [id, 'declined'])));
  console.log(`${KILLS} kills: ${all.length} offers made and declined, 0 lost, 0 doubled (seed ${seed})`);
}, 600_000);
