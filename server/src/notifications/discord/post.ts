import * as z from 'zod';
import { isSuspended } from '../../identity/public.ts';
import { findListing, findWanted, presentListing, presentWanted } from '../../items/public.ts';
import { isHidden } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Conn } from '../../platform/db/database.ts';
import type { Answer } from '../../platform/http/outgoing.ts';
import { withJitter } from '../../platform/jobs/queue.ts';
import { recordFailure } from '../../platform/jobs/queue-kind.ts';
import { callDiscord, openAddress } from './address.ts';
import { type Embed, listingEmbed, wantedEmbed } from './embed.ts';
import { type ChannelRow, deletePost, type PostRow, storePosted, updateChannel } from './queries.ts';
import { discordQueue } from './queue-kind.ts';

const SECOND = 1_000;
const WAIT_MAX_MS = 15 * 60 * SECOND;
const ANSWER_MAX_BYTES = 65_536;
const UNKNOWN_MESSAGE = 10_008;

const Posted = z.object({ id: z.string().regex(/^\d{1,32}$/) });
const Refused = z.object({ code: z.number().optional(), retry_after: z.number().optional() });

const jsonOf = ({ body }: Answer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
};

/** What a channel is to show of an item; null: nothing. */
async function embedOf(
  { config: { publicUrl }, settings }: Ctx,
  conn: Conn,
  { isInstance, ownerId }: ChannelRow,
  { kind, itemId: id }: PostRow,
): Promise<Embed | null> {
  const place = { publicUrl, currency: settings.currency() };
  const isShown = async (sellerId: string) =>
    isInstance || (ownerId !== null && !(await isHidden(conn, { id: ownerId, isAdmin: false }, sellerId)));
  if (kind === 'listing') {
    const [row] = await findListing(conn, { id });
    return row && (await isShown(row.listing.sellerId)) ? listingEmbed(presentListing(row), place) : null;
  }
  const [row] = await findWanted(conn, { id });
  return row ? wantedEmbed(presentWanted(row), place) : null;
}

function request(ctx: Ctx, channel: ChannelRow, { messageId }: PostRow, embed: Embed | null) {
  const url = openAddress(ctx, channel.url);
  const [method, address] = messageId
    ? [embed ? 'PATCH' : 'DELETE', `${url}/messages/${messageId}`]
    : ['POST', `${url}?wait=true`];
  const body = embed && JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body ?? '')),
  };
  const call = { method, headers, maxBytes: ANSWER_MAX_BYTES, ...(body && { body }) };
  return callDiscord(ctx)(new URL(address), call);
}

/** An outage only delays. @param askedMs the wait that Discord asks for */
async function pause(ctx: Ctx, channel: ChannelRow, askedMs: number | null): Promise<void> {
  const failures = askedMs === null ? channel.failures + 1 : channel.failures;
  const wait = askedMs ?? withJitter(Math.min(SECOND * 4 ** failures, WAIT_MAX_MS));
  const pausedUntil = new Date(Date.now() + wait);
  await ctx.db.transact(async (tx) => {
    await updateChannel(tx, channel.id, { failures, pausedUntil });
    // A limit is no failure.
    if (askedMs === null) await recordFailure(tx, discordQueue);
  });
}

async function store(ctx: Ctx, channel: ChannelRow, post: PostRow, answer: Answer, isShown: boolean) {
  const messageId = isShown ? (post.messageId ?? Posted.parse(jsonOf(answer)).id) : null;
  const resetAfter = Number(answer.headers['x-ratelimit-reset-after']);
  const isSpent = answer.headers['x-ratelimit-remaining'] === '0' && resetAfter > 0;
  const pausedUntil = isSpent ? new Date(Date.now() + resetAfter * SECOND) : null;
  await ctx.db.transact(async (tx) => {
    await storePosted(tx, post, { messageId, postedAt: new Date() });
    if (channel.failures > 0 || pausedUntil)
      await updateChannel(tx, channel.id, { failures: 0, pausedUntil });
  });
}

async function handleRefusal(ctx: Ctx, channel: ChannelRow, post: PostRow, answer: Answer): Promise<boolean> {
  const { status } = answer;
  const { code, retry_after: after } = Refused.safeParse(jsonOf(answer)).data ?? {};
  if (status === 429) {
    await pause(ctx, channel, (after ?? Number(answer.headers['retry-after'] ?? 60)) * SECOND);
    return false;
  }
  if (status >= 500) {
    await pause(ctx, channel, null);
    return false;
  }
  const isPostGone = status === 404 && code === UNKNOWN_MESSAGE;
  if (!isPostGone && [401, 403, 404].includes(status)) {
    ctx.log.warn({ channelId: channel.id, status }, 'Discord no longer knows a channel; it is switched off');
    await ctx.db.transact(async (tx) => {
      await updateChannel(tx, channel.id, { isOff: true, dueAt: null });
      await recordFailure(tx, discordQueue);
    });
    return false;
  }
  // A moderator deleted the post, which stays deleted; or Discord will never take it.
  if (!isPostGone) ctx.log.warn({ channelId: channel.id, postId: post.id, status }, 'Discord refused a post');
  await ctx.db.transact(async (tx) => {
    await deletePost(tx, post.id);
    if (!isPostGone) await recordFailure(tx, discordQueue);
  });
  return true;
}

/** What a post is to show, and whether that takes a request. */
export async function readPost(ctx: Ctx, channel: ChannelRow, post: PostRow) {
  const { ownerId, isInstance } = channel;
  return ctx.db.read(async (conn) => {
    const isQuiet = !isInstance && ownerId !== null && (await isSuspended(conn, ownerId));
    const embed = isQuiet ? null : await embedOf(ctx, conn, channel, post);
    return { embed, needsRequest: !isQuiet && (embed !== null || post.messageId !== null) };
  });
}

/** @returns whether to go on with the next post */
export async function sendPost(
  ctx: Ctx,
  channel: ChannelRow,
  post: PostRow,
  embed: Embed | null,
): Promise<boolean> {
  let answer: Answer;
  try {
    answer = await request(ctx, channel, post, embed);
  } catch (error) {
    ctx.log.warn({ err: error, channelId: channel.id }, 'Discord was not reached; the post waits');
    await pause(ctx, channel, null);
    return false;
  }
  if (answer.status < 200 || answer.status > 299) return handleRefusal(ctx, channel, post, answer);
  await store(ctx, channel, post, answer, embed !== null);
  return true;
}
