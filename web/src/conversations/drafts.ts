import type { StoreApi } from 'zustand/vanilla';
import type { DraftStorage } from './ports.ts';
import type { MessagingState } from './state.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** Text that was typed and not sent. What is stored of it also holds what is being sent, until that is kept as such. */
export function createDrafts(store: StoreApi<MessagingState>, storage: DraftStorage) {
  const leaving = new Set<{ personId: string | null; key: string; text: string }>();

  function save(): void {
    const { personId, drafts } = store.getState();
    if (!personId) return;
    const all = { ...drafts };
    for (const one of [...leaving].reverse()) {
      if (one.personId !== personId) continue;
      const { [one.key]: behind } = all;
      all[one.key] = behind ? `${one.text}\n${behind}` : one.text;
    }
    storage.save(personId, all);
  }

  return {
    typed(key: string, text: string): void {
      const { [key]: _, ...others } = store.getState().drafts;
      store.setState({ drafts: text === '' ? others : { ...others, [key]: text } });
      save();
    },

    /** Sent, and out of the composer: a crash before it is `kept` gives it back there. */
    leaving(key: string, text: string, kept: Promise<void>): void {
      const one = { personId: store.getState().personId, key, text };
      leaving.add(one);
      void kept.then(() => {
        leaving.delete(one);
        save();
      });
    },
  };
}
