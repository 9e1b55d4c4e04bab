import { randomUUID } from 'node:crypto';
import { holdListing } from '../src/deals/holds/hold-listing.ts';
import { makeOffer } from '../src/deals/offers/make-offer.ts';
import type { Ctx } from '../src/platform/core/ctx.ts';
import type { Database } from '../src/platform/db/database.ts';
import type { Items } from './add-conversations.ts';
import type { Members } from './add-members.ts';
import { ON_HOLD, OPEN_OFFER } from './catalogue/deals.ts';
import { LISTINGS } from './catalogue/listings.ts';
import { findConversationOf } from './queries.ts';

const HOLD_HOURS = 72;

async function find(db: Database, listings: Items, title: string, buyerId: string) {
  const item = listings.get(title);
  const [conversation] = item ? await db.read((conn) => findConversationOf(conn, item.id, buyerId)) : [];
  return item && conversation ? { item, conversationId: conversation.id } : null;
}

/** Puts one listing on hold. */
export async function addHold(ctx: Ctx, members: Members, listings: Items): Promise<void> {
  const found = await find(ctx.db, listings, ON_HOLD.listing, members[ON_HOLD.holder].id);
  const seller = Object.values(members).find(({ id }) => id === found?.item.ownerId);
  if (!found || !seller) return;
  const hold = { conversationId: found.conversationId, hours: HOLD_HOURS } as const;
  await holdListing(ctx, seller, found.item.id, hold);
}

/** Makes an offer that its seller can answer. */
export async function addOffer(ctx: Ctx, members: Members, listings: Items): Promise<void> {
  const buyer = members[OPEN_OFFER.buyer];
  const found = await find(ctx.db, listings, OPEN_OFFER.listing, buyer.id);
  const price = LISTINGS.find(({ title }) => title === OPEN_OFFER.listing)?.price;
  if (!found || price === undefined) return;
  await makeOffer(ctx, buyer, {
    conversationId: found.conversationId,
    clientId: randomUUID(),
    amount: OPEN_OFFER.amount * 100,
    listingPrice: price * 100,
  });
}
