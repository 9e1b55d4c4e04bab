import type { ConversationState } from '../queries.ts';

/**
 * Up to which `seq` the messages have reached a person, then the other. What somebody has read or written has reached
 * them without a word about it.
 */
export const deliveredTo = (c: ConversationState, isBuyer: boolean): [own: number, other: number] => {
  const toBuyer = Math.max(c.buyerDeliveredSeq, c.buyerReadSeq);
  const toSeller = Math.max(c.sellerDeliveredSeq, c.sellerReadSeq);
  return isBuyer ? [toBuyer, toSeller] : [toSeller, toBuyer];
};
