import type { StoreApi } from 'zustand/vanilla';
import type { Outbox } from '../outbox/outbox.ts';
import { initialState, type MessagingState } from '../state.ts';
import type { Ports } from './ports.ts';

interface SessionParts {
  store: StoreApi<MessagingState>;
  ports: Pick<Ports, 'drafts' | 'outbox' | 'cache'>;
  outbox: Pick<Outbox, 'restoreOutbox' | 'pauseSending'>;
  /** Stops all work for the member and drops their loaded data. */
  stop(): void;
}

/** What starts and ends with the session of a member in this tab. */
export function createSession({ store, ports, outbox, stop }: SessionParts) {
  return {
    /** Loads the outgoing messages and drafts of a member who has signed in. */
    async startSession(personId: string): Promise<void> {
      store.setState({ ...initialState, personId, drafts: ports.drafts.load(personId) });
      await outbox.restoreOutbox(personId);
    },

    /** Clears the view. Drafts and outgoing messages stay stored until the member signs in again. */
    endSession(): void {
      outbox.pauseSending();
      stop();
      store.setState(initialState);
    },

    /** Deletes everything that this browser has stored for a member who signs out. */
    async deleteMemberData(personId: string): Promise<void> {
      ports.drafts.clear(personId);
      await Promise.allSettled([ports.outbox.clear(personId), ports.cache.clear(personId)]);
    },
  };
}
