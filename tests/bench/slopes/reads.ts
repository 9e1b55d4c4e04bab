import { eq } from 'drizzle-orm';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { fillInbox } from '../../support/data/full-inbox.ts';
import { addMessages } from '../../support/data/long-conversation.ts';
import type { Cluster } from '../nodes/cluster.ts';

const TIMES = 200;
const WARM_UP = 50;
const AT_ONCE = 4;
const INBOX = 30;
const THREAD = 60;

/** The CPU microseconds of one response, and its bytes before compression. */
export interface ReadSlope {
  nodeUs: number;
  postgresUs: number;
  bytes: number;
}

/**
 * Gives the last pair's buyer, who has not written yet, the inbox and thread of an active trader. @returns
 * the paths to read.
 */
export async function prepareReads(db: Database, { pairs }: Cluster): Promise<Record<string, string>> {
  const pair = pairs.at(-1);
  if (!pair) throw new Error('the cluster has no pairs');
  const [conversation] = await db.read(({ q, t }) =>
    q.select().from(t.conversations).where(eq(t.conversations.id, pair.conversationId)),
  );
  if (!conversation) throw new Error(`conversation ${pair.conversationId} not found`);
  const { id: conversationId, buyerId, sellerId, listingId } = conversation;
  await fillInbox(db, { sellerId, buyerId, count: INBOX });
  await addMessages(db, { conversationId, senderId: buyerId, count: THREAD });
  return {
    'the HTML page': '/',
    'the grid, 60 listings': '/api/listings',
    'one listing': `/api/listings/${listingId}`,
    [`the inbox, ${INBOX + 1} conversations`]: '/api/conversations',
    'a thread, 50 messages': `/api/conversations/${conversationId}/messages`,
  };
}

/** Reads a path repeatedly as a signed-in member. */
export async function measureRead({ url, probe, pairs }: Cluster, path: string): Promise<ReadSlope> {
  const headers = { authorization: `Bearer ${pairs.at(-1)?.tokens[0]}`, 'accept-encoding': 'identity' };
  let bytes = 0;
  async function read(): Promise<void> {
    const response = await fetch(url + path, { headers });
    bytes = (await response.arrayBuffer()).byteLength;
    if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  }
  async function readAll(times: number): Promise<void> {
    let left = times;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) await read();
      }),
    );
  }
  await readAll(WARM_UP);
  await probe();
  await readAll(TIMES);
  const { cpuMs, postgresCpuMs } = await probe();
  return { nodeUs: (cpuMs * 1_000) / TIMES, postgresUs: (postgresCpuMs * 1_000) / TIMES, bytes };
}
