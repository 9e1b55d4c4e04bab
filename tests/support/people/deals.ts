import { v7 as uuidv7 } from 'uuid';
import type { DealRow } from '../../../server/src/deals/deals/queries.ts';
import type { VouchRow } from '../../../server/src/deals/vouches/queries.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { insertRows } from '../data/rows.ts';
import { addListing, addWanted } from './market.ts';

type Parties = { buyerId: string; sellerId: string };

/** Adds a deal about a sold listing of the seller, made unless it says otherwise. @returns its id */
export async function addDeal(
  db: Database,
  { buyerId, sellerId, ...state }: Parties & Partial<DealRow>,
): Promise<string> {
  const id = uuidv7();
  const at = new Date();
  const listingId = state.listingId ?? (await addListing(db, sellerId, { isSold: true }));
  const row: DealRow = {
    ...{ id, listingId, wantedId: null, conversationId: null, buyerId, sellerId },
    ...{ title: 'Trucker', photo: null, state: 'made', soldAt: at, proposedAt: at, madeAt: at },
    ...state,
  };
  await insertRows(db, 'deals', row);
  return id;
}

/** Adds a vouch by one member of a deal about the other, public at once unless it says otherwise. @returns its id */
export async function addVouch(
  db: Database,
  of: { dealId: string; writerId: string; subjectId: string } & Partial<VouchRow>,
): Promise<string> {
  const id = uuidv7();
  const at = new Date();
  const row: VouchRow = {
    ...{ id, rating: 'good', text: 'Packed with care.', writtenAt: at, releasesAt: at },
    ...{ answer: null, answeredAt: null, removedAt: null, removalReason: null, announcedAt: null },
    ...of,
  };
  await insertRows(db, 'vouches', row);
  return id;
}

export interface DealFixtures {
  /** A listing that the seller has sold, and which the buyer is asked about. */
  soldId: string;
  /** A WTB of the seller that is marked as found. */
  foundId: string;
  proposedId: string;
  /** A confirmed deal without vouches. */
  dealId: string;
  /** A public vouch by the buyer about the seller. */
  vouchId: string;
}

/** Adds deals of two members in each state, with a vouch. */
export async function addDeals(
  db: Database,
  parties: Parties,
  conversationId: string,
): Promise<DealFixtures> {
  const soldId = await addListing(db, parties.sellerId, { isSold: true, soldAt: new Date() });
  const proposed = { conversationId, listingId: soldId, state: 'proposed', madeAt: null } as const;
  const vouched = await addDeal(db, parties);
  const about = { dealId: vouched, writerId: parties.buyerId, subjectId: parties.sellerId };
  return {
    soldId,
    foundId: await addWanted(db, parties.sellerId, true),
    proposedId: await addDeal(db, { ...parties, ...proposed }),
    dealId: await addDeal(db, parties),
    vouchId: await addVouch(db, about),
  };
}
