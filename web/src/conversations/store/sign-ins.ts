import type { StoreApi } from 'zustand/vanilla';
import type { Ports } from './ports.ts';
import { initialState, type MessagingState } from './state.ts';

interface SignInParts {
  store: StoreApi<MessagingState>;
  ports: Pick<Ports, 'drafts' | 'outbox' | 'cache'>;
  delivery: { restore(personId: string): Promise<void>; pause(): void };
  /** Stops all work for the member and drops their loaded data. */
  stop(): void;
}

/** Prepares and clears the store when members sign in and out. */
export const createSignIns = ({ store, ports, delivery, stop }: SignInParts) => ({
  /** A member signed in: loads their unsent messages and drafts. */
  async memberSignedIn(personId: string): Promise<void> {
    store.setState({ ...initialState, personId, drafts: ports.drafts.load(personId) });
    await delivery.restore(personId);
  },

  /**
   * The member's session ended: clears the view. Drafts and unsent messages stay stored until they sign in
   * again.
   */
  memberLeft(): void {
    delivery.pause();
    stop();
    store.setState(initialState);
  },

  /** The member signed out: deletes everything that this browser has stored for them. */
  async memberSignedOut(personId: string): Promise<void> {
    ports.drafts.clear(personId);
    await Promise.allSettled([ports.outbox.clear(personId), ports.cache.clear(personId)]);
  },
});
