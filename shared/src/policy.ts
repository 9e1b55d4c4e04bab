/** Who may do what with an item. The server enforces it and the client draws its buttons from it. */

interface Viewer {
  id: string;
  isAdmin: boolean;
}

export const isOwner = (viewer: Viewer | null, ownerId: string): boolean => viewer?.id === ownerId;

interface ListingRule {
  who: 'owner' | 'admin';
  /** Whether it can still be done with what is sold. */
  whenSold: boolean;
}

/** All that can be done with a listing that is there. */
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

/** Why somebody cannot do something with a listing: it is not theirs to do, or its state forbids it. */
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

/** A seller never sees the button on their own listing, and what is sold takes no new conversations. */
export const canMessageSeller = (
  viewer: Viewer | null,
  listing: { sellerId: string; isSold: boolean },
): boolean => !listing.isSold && !isOwner(viewer, listing.sellerId);

interface WantedRule {
  /** `others` is everybody but the owner; who is signed out signs in first. */
  who: 'owner' | 'others';
  /** Whether it can still be done with what has been found. */
  whenFound: boolean;
}

/** All that can be done with a Want-to-Buy request that is there. */
export const WANTED_ACTIONS = {
  edit: { who: 'owner', whenFound: false },
  bump: { who: 'owner', whenFound: false },
  fulfill: { who: 'owner', whenFound: false },
  remove: { who: 'owner', whenFound: true },
  message: { who: 'others', whenFound: false },
} as const satisfies Record<string, WantedRule>;
export type WantedAction = keyof typeof WANTED_ACTIONS;

/** Why somebody cannot do something with a request: it is not theirs to do, or its state forbids it. */
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
