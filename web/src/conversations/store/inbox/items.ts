import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { Listing } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState } from '../state.ts';

type AboutListing = NonNullable<Conversation['listing']>;
type AboutWanted = NonNullable<Conversation['wtbListing']>;

interface ItemParts {
  store: StoreApi<MessagingState>;
  mergeFetched: (conversations: Conversation[]) => void;
  fetchConversations: (ids: string[]) => Promise<void>;
}

/** Updates the listings and WTBs in conversations from the server's events. */
export function createItems({ store, mergeFetched, fetchConversations }: ItemParts) {
  const loaded = () => Object.values(store.getState().conversations);

  const changeListing = (id: string, change: (item: AboutListing) => AboutListing): void =>
    mergeFetched(
      loaded().flatMap((one) => (one.listing?.id === id ? [{ ...one, listing: change(one.listing) }] : [])),
    );
  const changeWanted = (id: string, change: (item: AboutWanted) => AboutWanted): void =>
    mergeFetched(
      loaded().flatMap((one) =>
        one.wtbListing?.id === id ? [{ ...one, wtbListing: change(one.wtbListing) }] : [],
      ),
    );

  const aboutListing = (id: string) => loaded().flatMap((one) => (one.listing?.id === id ? [one.id] : []));

  return {
    receiveListing(listing: Listing): void {
      const { id, title, brand, price, originalPrice, isDiscounted, isSold, isOnHold, images } = listing;
      const now = {
        ...{ title, brand, price, originalPrice, isDiscounted, isSold, isOnHold, images: images.slice(0, 1) },
        // A suspended seller's listing comes back when the suspension is lifted.
        isRemoved: false,
      };
      changeListing(id, ({ hold, ...item }) => ({ ...item, ...now, ...(isOnHold && hold && { hold }) }));
      // For whom it is on hold, and until when, only its conversations say.
      if (isOnHold) void fetchConversations(aboutListing(id));
    },

    markListingRemoved: (id: string): void => changeListing(id, (item) => ({ ...item, isRemoved: true })),

    receiveWanted({ id, title, brand, size, maxPrice, isFulfilled }: Wanted): void {
      changeWanted(id, (item) => ({
        ...item,
        ...{ title, brand, size, maxPrice, isFulfilled },
        isRemoved: false,
      }));
    },

    markWantedRemoved: (id: string): void => changeWanted(id, (item) => ({ ...item, isRemoved: true })),
  };
}
