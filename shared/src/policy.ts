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

/** A seller never sees the button on their own listing, and what is sold takes no new conversations. */
export const canMessageSeller = (
  viewer: Viewer | null,
  listing: { sellerId: string; isSold: boolean },
): boolean => !listing.isSold && !isOwner(viewer, listing.sellerId);

export const canMessageBuyer = (
  viewer: Viewer | null,
  wanted: { buyer: { id: string }; isFulfilled: boolean },
): boolean => !wanted.isFulfilled && !isOwner(viewer, wanted.buyer.id);
