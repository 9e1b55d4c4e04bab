/** The item and the other member of a conversation that the first message will start. */
export interface NewTarget {
  sellerId: string;
  listingId: string | null;
  wtbListingId: string | null;
}
