import type { ConversationState } from './queries.ts';

type VisibilityFields = Pick<ConversationState, 'buyerId' | 'sellerId' | 'creatorId' | 'lastSeq'>;

/**
 * Whether a conversation is visible to a member: to both participants, but before the first message only to
 * its creator.
 */
export const isVisibleTo = (
  personId: string,
  { buyerId, sellerId, creatorId, lastSeq }: VisibilityFields,
): boolean => (buyerId === personId || sellerId === personId) && (lastSeq > 0 || creatorId === personId);
