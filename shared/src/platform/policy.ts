import { SALE_UNDO_MINUTES } from './limits.ts';

/** Who may do what with an item. The server enforces it and the client renders its buttons from it. */

interface Viewer {
  id: string;
  isAdmin: boolean;
}

export function isOwner(viewer: Viewer | null, ownerId: string): boolean {
  return viewer?.id === ownerId;
}

interface ListingRule {
  who: 'owner' | 'admin';
  /** In which state of the listing the action is possible. */
  when: 'on sale' | 'sold' | 'always';
}

/** All actions on a listing. */
const LISTING_ACTIONS = {
  edit: { who: 'owner', when: 'on sale' },
  discount: { who: 'owner', when: 'on sale' },
  price: { who: 'owner', when: 'on sale' },
  sell: { who: 'owner', when: 'on sale' },
  bump: { who: 'owner', when: 'on sale' },
  undoSale: { who: 'owner', when: 'sold' },
  relist: { who: 'owner', when: 'sold' },
  remove: { who: 'owner', when: 'always' },
  removeAny: { who: 'admin', when: 'always' },
} as const satisfies Record<string, ListingRule>;
export type ListingAction = keyof typeof LISTING_ACTIONS;

/**
 * Why a viewer may not act on a listing: they lack the right (`forbidden`), or its state does not allow it
 * (`conflict`).
 */
export function listingRefusal(
  action: ListingAction,
  viewer: Viewer | null,
  listing: { sellerId: string; isSold: boolean },
): 'forbidden' | 'conflict' | null {
  const { who, when } = LISTING_ACTIONS[action];
  const isAllowed = who === 'admin' ? viewer?.isAdmin === true : isOwner(viewer, listing.sellerId);
  if (!isAllowed) return 'forbidden';
  return when === 'always' || listing.isSold === (when === 'sold') ? null : 'conflict';
}

export function mayListing(
  action: ListingAction,
  viewer: Viewer | null,
  listing: { sellerId: string; isSold: boolean },
): boolean {
  return listingRefusal(action, viewer, listing) === null;
}

export function isSaleRecent(soldAt: Date | string | null, now: number): boolean {
  return soldAt !== null && now - new Date(soldAt).getTime() < SALE_UNDO_MINUTES * 60_000;
}

/** Sellers get no button on their own listings, and sold listings accept no new conversations. */
export function canMessageSeller(
  viewer: Viewer | null,
  listing: { sellerId: string; isSold: boolean },
): boolean {
  return !listing.isSold && !isOwner(viewer, listing.sellerId);
}

interface WantedRule {
  /** `others`: everyone but the owner; signed-out visitors must sign in first. */
  who: 'owner' | 'others';
  /** Whether the action is still possible once the item is found. */
  whenFound: boolean;
}

/** All actions on a WTB. */
export const WANTED_ACTIONS = {
  edit: { who: 'owner', whenFound: false },
  bump: { who: 'owner', whenFound: false },
  fulfill: { who: 'owner', whenFound: false },
  remove: { who: 'owner', whenFound: true },
  message: { who: 'others', whenFound: false },
} as const satisfies Record<string, WantedRule>;
export type WantedAction = keyof typeof WANTED_ACTIONS;

/**
 * Why a viewer may not act on a WTB: they lack the right (`forbidden`), or its state does not allow it
 * (`conflict`).
 */
export function wantedRefusal(
  action: WantedAction,
  viewer: { id: string } | null,
  wanted: { buyerId: string; isFulfilled: boolean },
): 'forbidden' | 'conflict' | null {
  const { who, whenFound } = WANTED_ACTIONS[action];
  if ((viewer?.id === wanted.buyerId) !== (who === 'owner')) return 'forbidden';
  return wanted.isFulfilled && !whenFound ? 'conflict' : null;
}

export function mayWanted(
  action: WantedAction,
  viewer: { id: string } | null,
  { buyer, isFulfilled }: { buyer: { id: string }; isFulfilled: boolean },
): boolean {
  return wantedRefusal(action, viewer, { buyerId: buyer.id, isFulfilled }) === null;
}
