import type { StoreApi } from 'zustand/vanilla';
import type { DraftStorage, ToldDraft } from './ports.ts';
import type { MessagingState } from './state.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** Text that was typed and not sent. What is stored of it also holds what is being sent, until that is kept as such. */
export function createDrafts(store: StoreApi<MessagingState>, storage: DraftStorage) {
  const leaving = new Set<{ personId: string | null; key: string; text: string }>();

  function hold(key: string, text: string): void {
    const { [key]: _, ...others } = store.getState().drafts;
    store.setState({ drafts: text === '' ? others : { ...others, [key]: text } });
  }

  function save(key: string): void {
    const { personId, drafts } = store.getState();
    if (!personId) return;
    const sent = [...leaving].filter((one) => one.personId === personId && one.key === key);
    const texts = [...sent.map(({ text }) => text), drafts[key] ?? ''];
    storage.save(personId, key, texts.filter((text) => text !== '').join('\n'));
  }

  function typed(key: string, text: string): void {
    hold(key, text);
    save(key);
  }

  return {
    typed,

    /** What was typed about an item goes on in its conversation, behind what stands there. */
    moved(from: string, to: string): void {
      const { [from]: text = '', [to]: before = '' } = store.getState().drafts;
      typed(from, '');
      typed(to, [before, text].filter((part) => part !== '').join('\n'));
    },

    /** Another tab has stored this. It takes the place of what it began from, and never of what only this tab holds. */
    typedElsewhere({ personId, key, before, text }: ToldDraft): void {
      const { personId: me, drafts } = store.getState();
      if (me !== personId) return;
      const { [key]: own = '' } = drafts;
      if (own === '' || own === before) hold(key, text);
      // The other tab has sent or given up its own: the place in the storage is free.
      else if (text === '') save(key);
    },

    /** Sent, and out of the composer: a crash before it is `kept` gives it back there. */
    leaving(key: string, text: string, kept: Promise<void>): void {
      const one = { personId: store.getState().personId, key, text };
      leaving.add(one);
      void kept.then(() => {
        leaving.delete(one);
        if (store.getState().personId === one.personId) save(key);
      });
    },
  };
}
