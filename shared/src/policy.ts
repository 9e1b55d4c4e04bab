/** Who may do what with an item. The server enforces it and the client draws its buttons from it. */

interface Viewer {
  id: string;
  isAdmin: boolean;
}

export const isOwner = (viewer: Viewer | null, ownerId: string): boolean => viewer?.id === ownerId;

/** A seller never sees the button on their own listing, and what is sold takes no new conversations. */
export const canMessageSeller = (
  viewer: Viewer | null,
  listing: { sellerId: string; isSold: boolean },
): boolean => !listing.isSold && !isOwner(viewer, listing.sellerId);

export const canMessageBuyer = (
  viewer: Viewer | null,
  wanted: { buyer: { id: string }; isFulfilled: boolean },
): boolean => !wanted.isFulfilled && !isOwner(viewer, wanted.buyer.id);
