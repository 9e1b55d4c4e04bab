import { foldText } from '@selvedge/shared/platform/fold';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { DomainEvents } from '../../platform/core/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  type ChannelRow,
  channelsOfInstance,
  insertPosts,
  itemsOf,
  listChannels,
  markPost,
  postsOfItem,
} from './queries.ts';
import { discordOf } from './queue.ts';
import { timesOf } from './times.ts';

type Kind = 'listing' | 'wanted';
type Item = Awaited<ReturnType<typeof itemsOf>>[number];

const fits = (channel: ChannelRow, kind: Kind, { brand, category, priceCents }: Item): boolean =>
  (channel.kind === null || channel.kind === kind) &&
  (channel.brand === null || foldText(brand).includes(foldText(channel.brand))) &&
  (channel.category === null || channel.category === category) &&
  (channel.maxPriceCents === null || priceCents <= channel.maxPriceCents);

async function addPosts(ctx: Ctx, tx: Tx, channels: ChannelRow[], kind: Kind, itemId: string): Promise<void> {
  if (channels.length === 0) return;
  const createdAt = new Date();
  await insertPosts(
    tx,
    channels.map(({ id: channelId }) => ({
      ...{ id: uuidv7(), channelId, kind, itemId, createdAt, dueAt: createdAt },
    })),
  );
  const ids = channels.map(({ id }) => id);
  tx.afterCommit(() => discordOf(ctx).wake(ids, createdAt));
}

/** Marks the posts of an item as outdated. Several changes within a minute become one edit. */
async function outdate(ctx: Ctx, tx: Tx, itemId: string, isUrgent: boolean): Promise<void> {
  const now = Date.now();
  const { settle, pause } = timesOf(ctx);
  for (const { id, channelId, dueAt, postedAt } of await postsOfItem(tx, { itemId })) {
    const soon = isUrgent ? now : Math.max(now + settle, (postedAt?.getTime() ?? 0) + pause);
    const at = new Date(Math.min(soon, dueAt?.getTime() ?? Infinity));
    await markPost(tx, id, at);
    tx.afterCommit(() => discordOf(ctx).wake([channelId], at));
  }
}

async function itemChanged(ctx: Ctx, tx: Tx, kind: Kind, id: string, change: string): Promise<void> {
  if (!ctx.settings.isOn('discord') || change === 'restored') return;
  if (change !== 'created') return outdate(ctx, tx, id, change === 'removed');
  const channels = await channelsOfInstance(tx, {});
  if (channels.length === 0) return;
  const [item] = await itemsOf(tx, kind, [id]);
  if (!item) return;
  await addPosts(
    ctx,
    tx,
    channels.filter((channel) => fits(channel, kind, item)),
    kind,
    id,
  );
}

export function listingChanged(ctx: Ctx, tx: Tx, { id, change }: DomainEvents['listing changed']) {
  return itemChanged(ctx, tx, 'listing', id, change);
}

export function wantedChanged(ctx: Ctx, tx: Tx, { id, change }: DomainEvents['wanted changed']) {
  return itemChanged(ctx, tx, 'wanted', id, change);
}

export async function itemsChanged(
  ctx: Ctx,
  tx: Tx,
  { listings, wanted }: DomainEvents['items of member changed'],
): Promise<void> {
  if (ctx.settings.isOn('discord'))
    for (const id of [...listings, ...wanted]) await outdate(ctx, tx, id, true);
}

/** Posts what a member is alerted to in their own channel. */
export async function searchMatched(
  ctx: Ctx,
  tx: Tx,
  { memberId, listingId }: DomainEvents['search matched'],
): Promise<void> {
  if (!ctx.settings.isOn('discord')) return;
  const channels = (await listChannels(tx, memberId)).filter(({ isOff }) => !isOff);
  await addPosts(ctx, tx, channels, 'listing', listingId);
}
