/** The item and the person of a conversation that the first message will start. */
export interface NewTarget {
  sellerId: string;
  listingId: string | null;
  wtbListingId: string | null;
}
