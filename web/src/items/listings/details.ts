import type { ListingDetails } from '@selvedge/shared/items/listings';

/**
 * Keeps the details that only the page's own call returns, because live updates and lists lack them. The query loses
 * the types.
 */
export function withDetails(known: unknown, updated: unknown): ListingDetails {
  const before = known as ListingDetails | undefined;
  const { seller, proofPhoto = before?.proofPhoto, ...listing } = updated as ListingDetails;
  const trust = seller.trust ?? before?.seller.trust;
  const business = seller.business === undefined ? before?.seller.business : seller.business;
  return {
    ...listing,
    seller: { ...seller, ...(trust && { trust }), business: business ?? null },
    ...(proofPhoto !== undefined && { proofPhoto }),
  };
}
