import type { ConversationState } from '../queries.ts';

/** What a participant has read or written counts as delivered, even if no device reported it. */
export function deliveredTo(c: ConversationState, isBuyer: boolean): [own: number, other: number] {
  const toBuyer = Math.max(c.buyerDeliveredSeq, c.buyerReadSeq);
  const toSeller = Math.max(c.sellerDeliveredSeq, c.sellerReadSeq);
  return isBuyer ? [toBuyer, toSeller] : [toSeller, toBuyer];
}
