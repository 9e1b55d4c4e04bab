import type { ConversationState } from './queries.ts';

type Seen = Pick<ConversationState, 'buyerId' | 'sellerId' | 'creatorId' | 'lastSeq'>;

/** Whether a conversation is there for a person: for its two, and before its first message for its creator alone. */
export const sees = (personId: string, { buyerId, sellerId, creatorId, lastSeq }: Seen): boolean =>
  (buyerId === personId || sellerId === personId) && (lastSeq > 0 || creatorId === personId);
