import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { DELETED_USER } from '@selvedge/shared/platform/limits';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState } from '../state.ts';

/** Changes to the other members of conversations. */
export function createMembers(
  store: StoreApi<MessagingState>,
  mergeConversations: (conversations: Conversation[]) => void,
  fetchConversations: (ids: string[]) => Promise<void>,
) {
  const conversationsWith = (id: string): Conversation[] =>
    Object.values(store.getState().conversations).filter((one) => [one.buyerId, one.sellerId].includes(id));

  return {
    /** A block between this member and another was set or lifted. */
    receiveBlock({ userId, block }: EventPayload<'block:changed'>): void {
      const between = conversationsWith(userId);
      mergeConversations(between.map((one) => ({ ...one, block })));
      // A block ends what was pending, such as a hold, and hides the events about the other's items.
      void fetchConversations(between.map(({ id }) => id));
    },

    /** A member has deleted their account: their conversations show it immediately. */
    markMemberDeleted({ id }: EventPayload<'person:removed'>): void {
      const gone = {
        id,
        username: DELETED_USER,
        profileImageUrl: null,
        isAdmin: false,
        isDeleted: true,
      } as const;
      mergeConversations(
        conversationsWith(id).map((one) => ({ ...one, [one.buyerId === id ? 'buyer' : 'seller']: gone })),
      );
    },
  };
}
