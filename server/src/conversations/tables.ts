import { sql } from 'drizzle-orm';
import { INDEXED_PARTS, inPart, ROLES } from '../platform/db/inbox-parts.ts';
import type { Kit } from '../platform/db/kit.ts';
import type { Referenced } from '../platform/db/referenced.ts';

export function conversationTables(
  { table, index, uniqueIndex, sqliteOnly, id, int, instant }: Kit,
  { users, listings, wanted }: Referenced<'users' | 'listings' | 'wanted'>,
) {
  const conversations = table(
    'conversations',
    {
      id: id('id').primaryKey(),
      buyerId: id('buyer_id')
        .notNull()
        .references(() => users.id),
      sellerId: id('seller_id')
        .notNull()
        .references(() => users.id),
      listingId: id('listing_id').references(() => listings.id),
      wantedId: id('wanted_id').references(() => wanted.id),
      /** Until the first message, only the creator sees the conversation. */
      creatorId: id('creator_id').notNull(),
      /** `seq` of the newest message; 0 if none. */
      lastSeq: int('last_seq').notNull().default(0),
      /** Rises with every message that is edited, unsent or removed. */
      changeSeq: int('change_seq').notNull().default(0),
      /** Inbox order; the creation time until there is a message. */
      lastMessageAt: instant('last_message_at').notNull(),
      lastSenderId: id('last_sender_id'),
      buyerReadSeq: int('buyer_read_seq').notNull().default(0),
      sellerReadSeq: int('seller_read_seq').notNull().default(0),
      /** The `seq` up to which a device reported delivery; read and sent messages always count as delivered. */
      buyerDeliveredSeq: int('buyer_delivered_seq').notNull().default(0),
      sellerDeliveredSeq: int('seller_delivered_seq').notNull().default(0),
      /** Arrival of the oldest message not considered for notification yet; null if none. */
      buyerWaitingSince: instant('buyer_waiting_since'),
      sellerWaitingSince: instant('seller_waiting_since'),
      /** The `seq` up to which pushes were sent; raised before sending, so that nothing is pushed twice. */
      buyerPushedSeq: int('buyer_pushed_seq').notNull().default(0),
      sellerPushedSeq: int('seller_pushed_seq').notNull().default(0),
      /** The `seq` up to which a mail was sent. The next mail waits until these messages were read. */
      buyerMailedSeq: int('buyer_mailed_seq').notNull().default(0),
      sellerMailedSeq: int('seller_mailed_seq').notNull().default(0),
      buyerArchivedAt: instant('buyer_archived_at'),
      sellerArchivedAt: instant('seller_archived_at'),
      buyerMutedAt: instant('buyer_muted_at'),
      sellerMutedAt: instant('seller_muted_at'),
      createdAt: instant('created_at').notNull(),
      /** When anything here last changed, for either participant. */
      changedAt: instant('changed_at').notNull(),
    },
    (t) => [
      uniqueIndex('conversations_listing')
        .on(t.buyerId, t.sellerId, t.listingId)
        .where(sql`listing_id is not null`),
      uniqueIndex('conversations_wanted')
        .on(t.buyerId, t.sellerId, t.wantedId)
        .where(sql`wanted_id is not null`),
      index('conversations_creator').on(t.creatorId, t.createdAt),
      ...ROLES.flatMap((role) => {
        const participantId = { buyer: t.buyerId, seller: t.sellerId }[role];
        return [
          index(`conversations_${role}`).on(participantId, t.id),
          // Not on PostgreSQL, where a row whose indexed columns stay the same is updated without touching any index.
          ...sqliteOnly(
            ...INDEXED_PARTS.map((part) =>
              index(`conversations_${role}_${part}`)
                .on(participantId, t.lastMessageAt, t.id)
                .where(inPart(role, part)),
            ),
          ),
        ];
      }),
      index('conversations_buyer_waiting')
        .on(t.buyerWaitingSince)
        .where(sql`buyer_waiting_since is not null`),
      index('conversations_seller_waiting')
        .on(t.sellerWaitingSince)
        .where(sql`seller_waiting_since is not null`),
    ],
  );

  return { conversations };
}
