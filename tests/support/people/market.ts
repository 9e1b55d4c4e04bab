import { v7 as uuidv7 } from 'uuid';
import { foldedColumns } from '../../../server/src/items/listings/folded-columns.ts';
import { parseSearch } from '../../../server/src/items/saved-searches/parse-search.ts';
import {
  findSearchByKey,
  insertKeys,
  insertSearch,
} from '../../../server/src/items/saved-searches/queries.ts';
import { keysOfSearch, termsOf } from '../../../server/src/items/saved-searches/terms.ts';
import { addChannel } from '../../../server/src/notifications/discord/change-channel.ts';
import { listChannels } from '../../../server/src/notifications/discord/queries.ts';
import {
  insertDeliveries,
  insertWebhook,
  listWebhooks,
} from '../../../server/src/notifications/webhooks/queries.ts';
import { sealSecret } from '../../../server/src/notifications/webhooks/secrets.ts';
import { newSecret } from '../../../server/src/notifications/webhooks/signature.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Ctx } from '../../../server/src/platform/core/ctx.ts';
import { mediaUrl } from '../../../server/src/platform/core/media-url.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import type { StoredProof } from '../../../server/src/platform/db/stored-photo.ts';
import { newPhotoKey } from '../../../server/src/platform/media/media-key.ts';
import { insertRows } from '../data/rows.ts';

/** Adds a member to the database. @returns their `Actor`, as routes pass it to verbs. */
export async function addMember(db: Database, username: string): Promise<Actor> {
  const id = uuidv7();
  const at = new Date();
  await db.transact((tx) =>
    tx.q
      .insert(tx.t.users)
      .values({ id, username, usernameKey: username.toLowerCase(), createdAt: at, updatedAt: at })
      .returning({ id: tx.t.users.id }),
  );
  const expiresAt = new Date(at.getTime() + 900_000);
  return { id, username, profileImageUrl: null, isAdmin: false, sessionId: uuidv7(), expiresAt };
}

interface ListingState {
  isSold?: boolean;
  soldAt?: Date;
  createdAt?: Date;
  removedAt?: Date;
  bumpedAt?: Date;
  title?: string;
  brand?: string;
  size?: string;
  description?: string;
  holdConversationId?: string;
  holdUntil?: Date;
  proofPhoto?: StoredProof;
}

const TITLE = 'Type II trucker, sashiko lining';

/** Adds a listing with one photo. @returns its id. */
export async function addListing(db: Database, sellerId: string, state: ListingState = {}): Promise<string> {
  const id = uuidv7();
  const at = new Date();
  await db.transact((tx) =>
    tx.q
      .insert(tx.t.listings)
      .values({
        id,
        sellerId,
        title: TITLE,
        brand: 'Kapital',
        ...foldedColumns({ brand: 'Kapital', size: 'L', title: TITLE, ...state }),
        category: 'Outerwear',
        size: 'L',
        condition: 'Used',
        priceCents: 36_500,
        photos: [{ key: `${sellerId}/1-a-front-1800.webp`, width: 900, height: 1200, placeholder: 'AAAA' }],
        createdAt: at,
        bumpedAt: at,
        ...state,
      })
      .returning({ id: tx.t.listings.id }),
  );
  return id;
}

/** Adds an upload without a file. @returns its URL */
export async function addUpload(db: Database, ownerId: string): Promise<string> {
  const createdAt = new Date();
  const key = newPhotoKey(ownerId, 'front', createdAt);
  const upload = { key, ownerId, width: 3, height: 4, placeholder: 'AAAA', createdAt };
  await insertRows(db, 'uploads', upload);
  return mediaUrl(key);
}

export async function addWanted(db: Database, buyerId: string, isFulfilled = false): Promise<string> {
  const id = uuidv7();
  const at = new Date();
  await db.transact((tx) =>
    tx.q
      .insert(tx.t.wanted)
      .values({
        id,
        buyerId,
        title: 'Ring coat, indigo',
        brand: 'Kapital',
        searchFolded: 'ring coat, indigo\nkapital',
        brandKey: 'kapital',
        size: '3',
        maxPriceCents: 90_000,
        isFulfilled,
        createdAt: at,
        bumpedAt: at,
      })
      .returning({ id: tx.t.wanted.id }),
  );
  return id;
}

/** Adds a saved search with alerts once a day, unless the member has it. @returns its id */
export async function addSearch(db: Database, memberId: string, query: string): Promise<string> {
  const { filters } = parseSearch(query, 'USD');
  const [id, at, terms] = [uuidv7(), new Date(), termsOf(filters, { namesOf: () => [], sellerIds: [] })];
  return db.transact(async (tx) => {
    const row = { id, memberId, query, queryKey: query, terms, name: 'Search', alerts: 'daily' } as const;
    const stored = await insertSearch(tx, { ...row, createdAt: at, openedAt: at });
    if (stored.length === 0) return (await findSearchByKey(tx, memberId, query))[0]?.id ?? '';
    await insertKeys(tx, id, keysOfSearch(terms));
    return id;
  });
}

/** Adds an import that is done. @returns its id */
export async function addImport(db: Database, memberId: string): Promise<string> {
  const [id, at] = [uuidv7(), new Date()];
  const times = { createdAt: at, dueAt: at, takenUntil: at };
  await insertRows(db, 'closetImports', {
    ...{ id, memberId, fileName: 'closet.zip', state: 'done', originals: 0, ...times },
  });
  return id;
}

/** Adds a webhook whose address is never called, unless the member has one, with a delivery. @returns their ids */
export async function addWebhook(ctx: Ctx, ownerId: string) {
  const [known] = await ctx.db.read(async (conn) => listWebhooks(conn, ownerId));
  const [webhookId, deliveryId, createdAt] = [known?.id ?? uuidv7(), uuidv7(), new Date()];
  const secret = sealSecret(ctx, newSecret());
  await ctx.db.transact(async (tx) => {
    const webhook = {
      id: webhookId,
      ownerId,
      isInstance: false,
      url: 'https://127.0.0.1/hook',
      secret,
      createdAt,
    };
    if (!known) await insertWebhook(tx, { ...webhook, events: ['deal.confirmed'] });
    const about = { type: 'ping' as const, subjectId: webhookId, aboutId: webhookId };
    const state = { state: 'delivered' as const, dueAt: createdAt, createdAt };
    await insertDeliveries(tx, [{ id: deliveryId, webhookId, ...about, ...state }]);
  });
  return { webhookId, deliveryId };
}

/** Adds a member's channel at Discord, unless they have one. @returns its id */
export async function addDiscordChannel(ctx: Ctx, owner: Actor): Promise<string> {
  const [known] = await ctx.db.read(async (conn) => listChannels(conn, owner.id));
  if (known) return known.id;
  const channel = { name: 'Alerts', url: 'https://discord.com/api/webhooks/1/token', isInstance: false };
  const all = { kind: null, brand: null, category: null, maxPrice: null };
  return (await addChannel(ctx, owner, { ...channel, ...all })).id;
}
