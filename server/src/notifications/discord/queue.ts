import { type Ctx, perProduct } from '../../platform/core/ctx.ts';
import { createQueue } from '../../platform/jobs/queue.ts';
import { freeAt, withRequest } from './limits.ts';
import { readPost, sendPost } from './post.ts';
import {
  type ChannelRow,
  dueChannels,
  duePosts,
  leaseChannel,
  releaseChannel,
  storePosted,
  updateChannel,
  wakeChannel,
} from './queries.ts';
import { discordQueue } from './queue-kind.ts';

const POLL_MS = 1_000;
const AT_ONCE = 16;
const LEASE_MS = 40_000;
const SLICE_MS = 10_000;

/** Brings the posts of a leased channel up to date, as fast as Discord allows. */
async function work(ctx: Ctx, channel: ChannelRow): Promise<void> {
  const { db } = ctx;
  const until = Date.now() + SLICE_MS;
  let { sentAt } = channel;
  let goesOn = true;
  while (goesOn && Date.now() < until && freeAt(sentAt, Date.now()) <= Date.now()) {
    const [post] = await db.read(async (conn) => duePosts(conn, channel.id, new Date()));
    if (!post) break;
    const { embed, needsRequest } = await readPost(ctx, channel, post);
    if (!needsRequest) {
      await db.transact((tx) => storePosted(tx, post, { messageId: post.messageId, postedAt: new Date() }));
      continue;
    }
    // Counted first: a process that is killed has perhaps sent it.
    sentAt = withRequest(sentAt, Date.now());
    await db.transact(async (tx) => updateChannel(tx, channel.id, { sentAt }));
    goesOn = await sendPost(ctx, channel, post, embed);
  }
  await db.transact((tx) => releaseChannel(tx, channel.id, new Date(freeAt(sentAt, Date.now()))));
}

export const discordOf = perProduct((ctx: Ctx) => {
  const { db, log } = ctx;
  const queue = createQueue({
    ...{
      kind: discordQueue,
      db,
      log,
      clock: Date.now,
      pollMs: POLL_MS,
      concurrency: AT_ONCE,
      leaseMs: LEASE_MS,
    },
    due: async (conn, now, limit) => (ctx.settings.isOn('discord') ? dueChannels(conn, now, limit) : []),
    take: leaseChannel,
    async work(channel: ChannelRow) {
      await work(ctx, channel);
      return true;
    },
  });
  return {
    close: queue.close,
    async wake(ids: string[], at: Date): Promise<void> {
      await db.transact(async (tx) => {
        // In the same order, so that two processes cannot deadlock.
        for (const id of ids.toSorted()) await wakeChannel(tx, id, at);
      });
      void queue.kick();
    },
  };
});
