import type { Conversation } from '@selvedge/shared/conversations';
import { DELETED_USER } from '@selvedge/shared/limits';
import type { Fact } from '@selvedge/shared/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState } from './state.ts';

/** What happens to the people one talks with. */
export function createPeople(store: StoreApi<MessagingState>, heard: (news: Conversation[]) => void) {
  const conversationsWith = (id: string): Conversation[] =>
    Object.values(store.getState().conversations).filter((one) => [one.buyerId, one.sellerId].includes(id));

  return {
    /** A block came or went between somebody and this person. */
    blockChanged({ userId, block }: Fact<'block:changed'>): void {
      heard(conversationsWith(userId).map((one) => ({ ...one, block })));
    },

    /** Somebody has deleted their account: who talked with them sees that at once. */
    personRemoved({ id }: Fact<'person:removed'>): void {
      const gone = {
        id,
        username: DELETED_USER,
        profileImageUrl: null,
        isAdmin: false,
        isDeleted: true,
      } as const;
      heard(
        conversationsWith(id).map((one) => ({ ...one, [one.buyerId === id ? 'buyer' : 'seller']: gone })),
      );
    },
  };
}
