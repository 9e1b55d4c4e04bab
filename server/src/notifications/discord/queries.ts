import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  sql,
} from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { isFree, isReady, isWakeable } from '../../platform/db/leased-rows.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type ChannelRow = Tables['discordChannels']['$inferSelect'];
export type PostRow = Tables['discordPosts']['$inferSelect'];

export const channelsOfInstance = prepared('discord_channels_of_instance', ({ q, t }: Conn) =>
  q.select().from(t.discordChannels).where(and(sql`is_instance`, sql`not is_off`)),
);

export function listChannels({ q, t: { discordChannels: c } }: Conn, ownerId: string | null) {
  const isOf = ownerId === null ? sql`is_instance` : and(eq(c.ownerId, ownerId), sql`not is_instance`);
  return q.select().from(c).where(isOf).orderBy(desc(c.createdAt), desc(c.id));
}

export function findChannel({ q, t: { discordChannels: c } }: Conn, id: string) {
  return q.select().from(c).where(eq(c.id, id));
}

export function insertChannel({ q, t }: Conn, row: Tables['discordChannels']['$inferInsert']) {
  return q.insert(t.discordChannels).values(row).returning();
}

export function updateChannel(
  { q, t: { discordChannels: c } }: Conn,
  id: string,
  changes: { [K in keyof ChannelRow]?: ChannelRow[K] | undefined },
) {
  return q.update(c).set(changes).where(eq(c.id, id)).returning();
}

export async function deleteChannel({ q, t }: Conn, id: string): Promise<void> {
  const { discordChannels: c, discordPosts: p } = t;
  await q.delete(c).where(eq(c.id, id)).returning({ id: c.id });
  await q.delete(p).where(eq(p.channelId, id)).returning({ id: p.id });
}

export async function deleteOwn(conn: Conn, ownerId: string): Promise<void> {
  for (const { id } of await listChannels(conn, ownerId)) await deleteChannel(conn, id);
}

export async function deleteAllOf(conn: Conn, ownerId: string): Promise<void> {
  const { discordChannels: c } = conn.t;
  await deleteOwn(conn, ownerId);
  await conn.q.update(c).set({ ownerId: null }).where(eq(c.ownerId, ownerId)).returning({ id: c.id });
}

export function insertPosts(
  { q, t: { discordPosts: p } }: Conn,
  rows: Tables['discordPosts']['$inferInsert'][],
) {
  return q
    .insert(p)
    .values(rows)
    .onConflictDoNothing({ target: [p.channelId, p.kind, p.itemId] })
    .returning({ id: p.id });
}

export const postsOfItem = prepared('discord_posts_of_item', ({ q, t: { discordPosts: p } }: Conn) =>
  q
    .select({ id: p.id, channelId: p.channelId, dueAt: p.dueAt, postedAt: p.postedAt })
    .from(p)
    .where(eq(p.itemId, sql.placeholder('itemId'))),
);

export function markPost({ q, t: { discordPosts: p } }: Conn, id: string, dueAt: Date) {
  return q
    .update(p)
    .set({ dueAt, version: sql`${p.version} + 1` })
    .where(eq(p.id, id))
    .returning({ id: p.id });
}

export function duePosts({ q, t: { discordPosts: p } }: Conn, channelId: string, now: Date) {
  return q
    .select()
    .from(p)
    .where(and(eq(p.channelId, channelId), lte(p.dueAt, now)))
    .orderBy(asc(p.dueAt), asc(p.id))
    .limit(1);
}

/** The post is as the item was at its version; a later change stays due. */
export async function storePosted(
  { q, t: { discordPosts: p } }: Conn,
  { id, version }: PostRow,
  { messageId, postedAt }: { messageId: string | null; postedAt: Date },
): Promise<void> {
  await q.update(p).set({ messageId, postedAt }).where(eq(p.id, id)).returning({ id: p.id });
  await q
    .update(p)
    .set({ dueAt: null })
    .where(and(eq(p.id, id), eq(p.version, version)))
    .returning({ id: p.id });
}

export function deletePost({ q, t: { discordPosts: p } }: Conn, id: string) {
  return q.delete(p).where(eq(p.id, id)).returning({ id: p.id });
}

export function deletePostsBefore({ q, t: { discordPosts: p } }: Conn, at: Date) {
  return q.delete(p).where(lt(p.createdAt, at)).returning({ id: p.id });
}

/** Not before a pause is over; a job finds what comes in while nothing else waits for that. */
export function wakeChannel({ q, t: { discordChannels: c } }: Conn, id: string, at: Date) {
  return q
    .update(c)
    .set({ dueAt: at })
    .where(and(eq(c.id, id), isWakeable(c, at)))
    .returning({ id: c.id });
}

/** Wakes those that wait for nothing although posts are due: the process that stored them was killed. */
export function wakeForgotten({ q, t }: Conn, now: Date) {
  const { discordChannels: c, discordPosts: p } = t;
  const due = q
    .select({ one: sql`1` })
    .from(p)
    .where(and(eq(p.channelId, c.id), isNotNull(p.dueAt)));
  return q
    .update(c)
    .set({ dueAt: now })
    .where(and(isNull(c.dueAt), eq(c.isOff, false), isReady(c, now), exists(due)))
    .returning({ id: c.id });
}

export function dueChannels({ q, t: { discordChannels: c } }: Conn, now: Date, limit: number) {
  const isDue = and(eq(c.isOff, false), isFree(c, now));
  return q.select({ id: c.id }).from(c).where(isDue).orderBy(asc(c.dueAt)).limit(limit);
}

export async function leaseChannel(
  { q, t: { discordChannels: c } }: Conn,
  { id, now, until }: { id: string; now: Date; until: Date },
): Promise<ChannelRow | undefined> {
  return (
    await q
      .update(c)
      .set({ leasedUntil: until })
      .where(and(eq(c.id, id), eq(c.isOff, false), isFree(c, now)))
      .returning()
  )[0];
}

export function endLeases({ q, t: { discordChannels: c } }: Conn) {
  return q.update(c).set({ leasedUntil: null }).where(isNotNull(c.leasedUntil)).returning({ id: c.id });
}

/** Ends the lease. What was stored meanwhile is seen, since the row is locked first. @param free when Discord allows the next request */
export async function releaseChannel(conn: Conn, id: string, free: Date): Promise<void> {
  const { discordChannels: c, discordPosts: p } = conn.t;
  const [row] = await forUpdate(conn.q.select().from(c).where(eq(c.id, id)));
  if (!row) return;
  const [next] = await conn.q
    .select({ at: min(p.dueAt) })
    .from(p)
    .where(eq(p.channelId, id));
  const latest = Math.max(next?.at?.getTime() ?? 0, free.getTime(), row.pausedUntil?.getTime() ?? 0);
  const dueAt = next?.at ? new Date(latest) : null;
  await conn.q.update(c).set({ dueAt, leasedUntil: null }).where(eq(c.id, id)).returning({ id: c.id });
}

/** Those that are not up to date, in channels that are on. */
export function waitingPosts({ q, t: { discordChannels: c, discordPosts: p } }: Conn) {
  return q
    .select({ count: count(), oldestAt: min(p.dueAt) })
    .from(p)
    .innerJoin(c, and(eq(c.id, p.channelId), eq(c.isOff, false)))
    .where(isNotNull(p.dueAt));
}

export function itemsOf({ q, t }: Conn, kind: 'listing' | 'wanted', ids: string[]) {
  const { listings: l, wanted: w } = t;
  return kind === 'listing'
    ? q
        .select({ id: l.id, brand: l.brand, category: l.category, priceCents: l.priceCents })
        .from(l)
        .where(inArray(l.id, ids))
    : q
        .select({ id: w.id, brand: w.brand, category: sql<string | null>`null`, priceCents: w.maxPriceCents })
        .from(w)
        .where(inArray(w.id, ids));
}
