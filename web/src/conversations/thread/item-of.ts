import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { Person } from '@selvedge/shared/members/users';
import { formatPrice } from '../../lib/price.ts';

/** Shown instead of a message that an admin removed. */
export const MESSAGE_REMOVED = 'This message was removed';
/** Shown instead of a message that its sender unsent. */
export function unsentText(isMine: boolean): string {
  return isMine ? 'You unsent a message' : 'Message unsent';
}

/** The item of a conversation, whether a listing or a WTB. */
export interface ConversationItem {
  title: string;
  brand: string;
  price: string;
  isReduced: boolean;
  image: string | null;
  href: string;
  /** Why the item accepts no new conversations. */
  state: 'Sold' | 'Found' | 'Removed' | null;
}

export function itemOf({
  listing,
  wtbListing,
}: Pick<Conversation, 'listing' | 'wtbListing'>): ConversationItem | null {
  if (listing) {
    return {
      title: listing.title,
      brand: listing.brand,
      price: formatPrice(listing.price),
      isReduced: listing.isDiscounted,
      image: listing.images[0] ?? null,
      href: `/listing/${listing.id}`,
      state: listing.isRemoved ? 'Removed' : listing.isSold ? 'Sold' : null,
    };
  }
  if (wtbListing) {
    return {
      title: wtbListing.title,
      brand: wtbListing.brand,
      price: `Up to ${formatPrice(wtbListing.maxPrice)}`,
      isReduced: false,
      image: null,
      href: `/wtb/${wtbListing.id}`,
      state: wtbListing.isRemoved ? 'Removed' : wtbListing.isFulfilled ? 'Found' : null,
    };
  }
  return null;
}

export function otherOf(conversation: Conversation, personId: string | null): Person {
  return conversation.buyerId === personId ? conversation.seller : conversation.buyer;
}
