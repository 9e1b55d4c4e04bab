import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** Channels at Discord, and the posts of items in them. */
export function discordTables(
  { table, index, uniqueIndex, id, str, int, flag, json, instant }: Kit,
  { users }: Referenced<'users'>,
) {
  const discordChannels = table(
    'discord_channels',
    {
      id: id('id').primaryKey(),
      /** Null for a channel of the instance whose admin is gone. */
      ownerId: id('owner_id').references(() => users.id),
      isInstance: flag('is_instance').notNull(),
      name: str('name').notNull(),
      /** The address, sealed: anyone who knows it can post. */
      url: str('url').notNull(),
      kind: str('kind').$type<'listing' | 'wanted'>(),
      brand: str('brand'),
      category: str('category'),
      maxPriceCents: int('max_price_cents'),
      isOff: flag('is_off').notNull().default(false),
      failures: int('failures').notNull().default(0),
      /** When the last requests were sent, in milliseconds: they count against Discord's limits. */
      sentAt: json<number[]>('sent_at').notNull(),
      /** When to send next; null while nothing waits. */
      dueAt: instant('due_at'),
      pausedUntil: instant('paused_until'),
      leasedUntil: instant('leased_until'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      index('discord_channels_owner').on(t.ownerId, t.createdAt),
      index('discord_channels_instance').on(t.createdAt).where(sql`is_instance`),
      index('discord_channels_due').on(t.dueAt).where(sql`due_at is not null`),
    ],
  );

  /** What a channel shows of an item. The post is made, edited and deleted until it is as the item is. */
  const discordPosts = table(
    'discord_posts',
    {
      id: id('id').primaryKey(),
      /** No reference: an event whose channel is removed at the same moment must not fail. */
      channelId: id('channel_id').notNull(),
      kind: str('kind').$type<'listing' | 'wanted'>().notNull(),
      itemId: id('item_id').notNull(),
      /** Discord's id of the post; null while there is none. */
      messageId: str('message_id'),
      /** When to bring it up to date; null while it is. */
      dueAt: instant('due_at'),
      /** Counts the changes of the item: one during a request is not lost. */
      version: int('version').notNull().default(0),
      postedAt: instant('posted_at'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('discord_posts_once').on(t.channelId, t.kind, t.itemId),
      index('discord_posts_item').on(t.itemId),
      index('discord_posts_due').on(t.channelId, t.dueAt).where(sql`due_at is not null`),
      index('discord_posts_created').on(t.createdAt),
    ],
  );
  return { discordChannels, discordPosts };
}
