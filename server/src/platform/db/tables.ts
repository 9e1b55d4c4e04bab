import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Listing } from '@selvedge/shared/items/listings';
import { sql } from 'drizzle-orm';
import { dealTables } from './deal-tables.ts';
import { holdTables } from './hold-tables.ts';
import { identityTables } from './identity-tables.ts';
import { INDEXED_PARTS, inPart, ROLES } from './inbox-parts.ts';
import { instanceTables } from './instance-tables.ts';
import { itemEventTables } from './item-event-tables.ts';
import type { Kit } from './kit.ts';
import { leaseTables } from './lease-tables.ts';
import { mailTables } from './mail-tables.ts';
import { matchingTables } from './matching-tables.ts';
import { awayColumns, notificationTables } from './notification-tables.ts';
import { offerTables } from './offer-tables.ts';
import { photoTables } from './photo-tables.ts';
import { safetyTables } from './safety-tables.ts';
import type { StoredPhoto, StoredProof } from './stored-photo.ts';
import { vouchTables } from './vouch-tables.ts';

export type { StoredPhoto, StoredProof };

/** Defines every table in the dialect of the kit. */
export function defineTables(kit: Kit) {
  const { table, index, uniqueIndex, postgresOnly, sqliteOnly, id, str, int, flag, instant, json } = kit;
  const identity = identityTables(kit);

  const users = table(
    'users',
    {
      id: id('id').primaryKey(),
      username: str('username').notNull(),
      /** Lower case: usernames are unique regardless of case. */
      usernameKey: str('username_key').notNull(),
      usernameLastChanged: instant('username_last_changed'),
      /** Whether the username is the generated one, which the member has neither changed nor confirmed. */
      isUsernameGenerated: flag('is_username_generated').notNull().default(false),
      profileImageKey: str('profile_image_key'),
      isAdmin: flag('is_admin').notNull().default(false),
      createdAt: instant('created_at').notNull(),
      updatedAt: instant('updated_at').notNull(),
    },
    (t) => [uniqueIndex('users_username_key').on(t.usernameKey)],
  );

  /** Former usernames: they redirect to the current one and stay reserved for a while. */
  const formerUsernames = table(
    'former_usernames',
    {
      usernameKey: str('username_key').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      heldUntil: instant('held_until').notNull(),
    },
    (t) => [index('former_usernames_held').on(t.heldUntil), index('former_usernames_user').on(t.userId)],
  );

  const uploads = table(
    'uploads',
    {
      key: str('key').primaryKey(),
      /** Null for the logo and the icon of the instance. */
      ownerId: id('owner_id').references(() => users.id),
      width: int('width').notNull(),
      height: int('height').notNull(),
      placeholder: str('placeholder').notNull(),
      /** Total of all variants. */
      bytes: int('bytes').notNull().default(0),
      /** The perceptual hash of a listing photo, and those of its views until a listing claims it. */
      hash: str('hash'),
      views: str('views'),
      /** When an item or a message claimed it; an unclaimed upload is deleted after a day. */
      usedAt: instant('used_at'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      index('uploads_unused').on(t.createdAt).where(sql`used_at is null`),
      index('uploads_owner').on(t.ownerId),
    ],
  );

  const listings = table(
    'listings',
    {
      id: id('id').primaryKey(),
      sellerId: id('seller_id')
        .notNull()
        .references(() => users.id),
      title: str('title').notNull(),
      description: str('description'),
      brand: str('brand').notNull(),
      /** Lower case without diacritics, for search. */
      brandFolded: str('brand_folded').notNull(),
      /** The normalised brand, for finding matching WTBs. */
      brandKey: str('brand_key').notNull(),
      category: str('category').$type<Listing['category']>().notNull(),
      size: str('size').notNull(),
      /** The words of the size between spaces, for search. */
      sizeWords: str('size_words').notNull(),
      condition: str('condition').$type<Listing['condition']>().notNull(),
      priceCents: int('price_cents').notNull(),
      originalPriceCents: int('original_price_cents'),
      isSold: flag('is_sold').notNull().default(false),
      soldAt: instant('sold_at'),
      photos: json<StoredPhoto[]>('photos').notNull(),
      createdAt: instant('created_at').notNull(),
      bumpedAt: instant('bumped_at').notNull(),
      /** When its owner last changed its texts or photos. */
      editedAt: instant('edited_at'),
      /** When its owner last bumped it; the cooldown starts here. */
      lastBumpAt: instant('last_bump_at'),
      /** When a discount last bumped it; discounts have a separate cooldown. */
      discountBumpAt: instant('discount_bump_at'),
      /** A removed listing stays as a tombstone for its conversations. */
      removedAt: instant('removed_at'),
      /** The conversation with the member for whom it is on hold, and until when; null if it is not on hold. */
      holdConversationId: id('hold_conversation_id'),
      holdUntil: instant('hold_until'),
      /** Removed only while its seller is suspended; lifting the suspension restores it. */
      isSuspended: flag('is_suspended').notNull().default(false),
      /** Id from the seller's client, so that a retry creates no duplicate. */
      clientId: id('client_id'),
      proofPhoto: json<StoredProof>('proof_photo'),
    },
    (t) => [
      uniqueIndex('listings_once').on(t.sellerId, t.clientId).where(sql`client_id is not null`),
      // Each sort order of the grid has two indexes: overall and within a category. They include all filter columns, so that only matching rows are read.
      ...(['bumped', 'newest', 'price'] as const).flatMap((order) => {
        const by = { bumped: t.bumpedAt, newest: t.createdAt, price: t.priceCents }[order];
        const filterColumns = [
          t.brandFolded,
          t.condition,
          t.sizeWords,
          t.isSold,
          ...(by === t.priceCents ? [] : [t.priceCents]),
        ];
        const live = sql`removed_at is null`;
        return [
          index(`listings_${order}`)
            .on(by, t.id, t.category, ...filterColumns)
            .where(live),
          index(`listings_${order}_category`)
            .on(t.category, by, t.id, ...filterColumns)
            .where(live),
        ];
      }),
      index('listings_brand')
        .on(t.brandKey, t.id, t.priceCents)
        .where(sql`removed_at is null and not is_sold`),
      index('listings_on_hold').on(t.holdUntil).where(sql`hold_until is not null`),
      index('listings_removed').on(t.removedAt, t.id).where(sql`removed_at is not null and not is_suspended`),
      index('listings_suspended').on(t.sellerId).where(sql`is_suspended`),
      index('listings_seller').on(t.sellerId, t.bumpedAt, t.id).where(sql`removed_at is null`),
    ],
  );

  const wanted = table(
    'wanted',
    {
      id: id('id').primaryKey(),
      buyerId: id('buyer_id')
        .notNull()
        .references(() => users.id),
      title: str('title').notNull(),
      description: str('description'),
      brand: str('brand').notNull(),
      /** Title and brand in lower case without diacritics, for search. */
      searchFolded: str('search_folded').notNull(),
      /** The normalised brand, for finding matching listings. */
      brandKey: str('brand_key').notNull(),
      size: str('size').notNull(),
      maxPriceCents: int('max_price_cents').notNull(),
      isFulfilled: flag('is_fulfilled').notNull().default(false),
      createdAt: instant('created_at').notNull(),
      bumpedAt: instant('bumped_at').notNull(),
      /** When its buyer last changed its texts. */
      editedAt: instant('edited_at'),
      /** When its buyer last bumped it; the cooldown starts here. */
      lastBumpAt: instant('last_bump_at'),
      /** A removed WTB stays as a tombstone for its conversations. */
      removedAt: instant('removed_at'),
      /** Removed only while its buyer is suspended; lifting the suspension restores it. */
      isSuspended: flag('is_suspended').notNull().default(false),
      /** Id from the buyer's client, so that a retry creates no duplicate. */
      clientId: id('client_id'),
    },
    (t) => [
      uniqueIndex('wanted_once').on(t.buyerId, t.clientId).where(sql`client_id is not null`),
      index('wanted_bumped')
        .on(t.bumpedAt, t.id, t.searchFolded)
        .where(sql`removed_at is null and not is_fulfilled`),
      index('wanted_brand')
        .on(t.brandKey, t.id, t.maxPriceCents)
        .where(sql`removed_at is null and not is_fulfilled`),
      index('wanted_suspended').on(t.buyerId).where(sql`is_suspended`),
      index('wanted_buyer')
        .on(t.buyerId, t.bumpedAt, t.id)
        .where(sql`removed_at is null and not is_fulfilled`),
    ],
  );

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
      ...awayColumns(kit),
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

  const { offers } = offerTables(kit, { users, listings, conversations });

  const { deals } = dealTables(kit, { users, listings, wanted, conversations });

  const messages = table(
    'messages',
    {
      /** Ids increase with `seq` within a conversation. */
      id: id('id').primaryKey(),
      conversationId: id('conversation_id')
        .notNull()
        .references(() => conversations.id),
      seq: int('seq').notNull(),
      senderId: id('sender_id')
        .notNull()
        .references(() => users.id),
      clientId: id('client_id').notNull(),
      messageType: str('message_type').$type<Message['messageType']>().notNull(),
      content: str('content').notNull(),
      /** Set on image messages until they are removed. */
      image: json<StoredPhoto>('image'),
      /** When an admin removed its content; the message keeps its place. */
      removedAt: instant('removed_at'),
      editedAt: instant('edited_at'),
      /** When its sender unsent it; the message keeps its place. */
      unsentAt: instant('unsent_at'),
      /** The conversation's `change_seq` at the last change; null if unchanged. */
      changedSeq: int('changed_seq'),
      /** The offer that it makes. */
      offerId: id('offer_id').references(() => offers.id),
      /** The deal that it asks about. */
      dealId: id('deal_id').references(() => deals.id),
      /** Set on a message that announces a hold of the listing, or its end. */
      hold: json<NonNullable<Message['hold']>>('hold'),
      /** What it records of an agreement. */
      record: json<NonNullable<Message['record']>>('record'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('messages_offer').on(t.offerId).where(sql`offer_id is not null`),
      uniqueIndex('messages_deal').on(t.dealId).where(sql`deal_id is not null`),
      uniqueIndex('messages_seq').on(t.conversationId, t.seq),
      index('messages_changed').on(t.conversationId, t.changedSeq).where(sql`changed_seq is not null`),
      // On SQLite, where it would take most of the time and disk writes of a message: see `conversations/client-ids/`.
      ...postgresOnly(uniqueIndex('messages_once').on(t.conversationId, t.clientId, t.senderId)),
    ],
  );

  return {
    ...identity,
    users,
    formerUsernames,
    uploads,
    listings,
    wanted,
    conversations,
    messages,
    offers,
    deals,
    ...vouchTables(kit, { users, deals }),
    ...holdTables(kit, { users, listings }),
    ...photoTables(kit, { users, listings }),
    ...safetyTables(kit, { users, messages }),
    ...mailTables(kit),
    ...leaseTables(kit),
    ...instanceTables(kit),
    ...matchingTables(kit, { users, listings, wanted }),
    ...itemEventTables(kit, { listings, wanted }),
    ...notificationTables(kit, { users, authSessions: identity.authSessions }),
  };
}

export type Tables = ReturnType<typeof defineTables>;
