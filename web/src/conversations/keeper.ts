import type { Message } from '@selvedge/shared/conversations';
import type { StoreApi } from 'zustand/vanilla';
import { listOf } from './inbox-list.ts';
import type { KeptStorage } from './kept.ts';
import type { MessagingState } from './state.ts';

/** Keeps what is shown of the inbox and of threads as the server told it. One write at a time; the last is the present. */
export function keepSeen(store: StoreApi<MessagingState>, kept: KeptStorage): void {
  let conversations: MessagingState['conversations'] = {};
  let threads = new Map<string, readonly Message[]>();
  let keptFor: string | null = null;
  let isStale = false;
  let isWriting = false;

  async function write(): Promise<void> {
    const { personId, inboxes, conversations: shown, threads: held } = store.getState();
    if (personId === null) return;
    if (personId !== keptFor) {
      keptFor = personId;
      conversations = {};
      threads = new Map();
    }
    const { all } = inboxes;
    if (all?.status === 'ready' && !all.isKept && shown !== conversations) {
      conversations = shown;
      await kept.putInbox(personId, listOf('all', all, shown, personId));
    }
    // What is let go of is not held here either.
    for (const id of threads.keys()) if (!held[id]) threads.delete(id);
    for (const [id, thread] of Object.entries(held)) {
      if (
        thread.status !== 'ready' ||
        thread.isKept ||
        thread.hasNewer ||
        threads.get(id) === thread.messages
      )
        continue;
      threads.set(id, thread.messages);
      // They may have left meanwhile, and what is theirs with them.
      if (store.getState().personId !== personId) return;
      await kept.putThread(personId, id, thread.messages);
    }
  }

  async function untilFresh(): Promise<void> {
    isWriting = true;
    while (isStale) {
      isStale = false;
      // A browser without storage shows all of it all the same.
      await write().catch(() => undefined);
    }
    isWriting = false;
  }

  store.subscribe((now, before) => {
    if (
      now.conversations === before.conversations &&
      now.threads === before.threads &&
      now.inboxes === before.inboxes
    )
      return;
    isStale = true;
    if (!isWriting) void untilFresh();
  });
}
