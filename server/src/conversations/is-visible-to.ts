import type { ConversationState } from './queries.ts';

type VisibilityFields = Pick<ConversationState, 'buyerId' | 'sellerId' | 'creatorId' | 'lastSeq'>;

/** Both participants see a conversation; before its first message, only its creator does. */
export function isVisibleTo(
  memberId: string,
  { buyerId, sellerId, creatorId, lastSeq }: VisibilityFields,
): boolean {
  return (buyerId === memberId || sellerId === memberId) && (lastSeq > 0 || creatorId === memberId);
}
