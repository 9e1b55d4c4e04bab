/** Who may do what with an item. The server enforces it and the client renders its buttons from it. */

interface Viewer {
  id: string;
  isAdmin: boolean;
}

export const isOwner = (viewer: Viewer | null, ownerId: string): boolean => viewer?.id === ownerId;

interface ListingRule {
  who: 'owner' | 'admin';
  /** Whether the action is still possible once the listing is sold. */
  whenSold: boolean;
}

/** All actions on a listing. */
export const LISTING_ACTIONS = {
  edit: { who: 'owner', whenSold: false },
  discount: { who: 'owner', whenSold: false },
  price: { who: 'owner', whenSold: false },
  sell: { who: 'owner', whenSold: false },
  bump: { who: 'owner', whenSold: false },
  remove: { who: 'owner', whenSold: true },
  removeAny: { who: 'admin', whenSold: true },
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
  const { who, whenSold } = LISTING_ACTIONS[action];
  const isAllowed = who === 'admin' ? viewer?.isAdmin === true : isOwner(viewer, listing.sellerId);
  if (!isAllowed) return 'forbidden';
  return listing.isSold && !whenSold ? 'conflict' : null;
}

export const mayListing = (
  action: ListingAction,
  viewer: Viewer | null,
  listing: { sellerId: string; isSold: boolean },
): boolean => listingRefusal(action, viewer, listing) === null;

/** Sellers get no button on their own listings, and sold listings accept no new conversations. */
export const canMessageSeller = (
  viewer: Viewer | null,
  listing: { sellerId: string; isSold: boolean },
): boolean => !listing.isSold && !isOwner(viewer, listing.sellerId);

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

export const mayWanted = (
  action: WantedAction,
  viewer: { id: string } | null,
  { buyer, isFulfilled }: { buyer: { id: string }; isFulfilled: boolean },
): boolean => wantedRefusal(action, viewer, { buyerId: buyer.id, isFulfilled }) === null;
