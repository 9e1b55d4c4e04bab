import type { ConversationState } from './queries.ts';

type Seen = Pick<ConversationState, 'buyerId' | 'sellerId' | 'creatorId' | 'lastSeq'>;

/** Whether a person sees a conversation: its two people do, but before the first message only its creator. */
export const sees = (personId: string, { buyerId, sellerId, creatorId, lastSeq }: Seen): boolean =>
  (buyerId === personId || sellerId === personId) && (lastSeq > 0 || creatorId === personId);
