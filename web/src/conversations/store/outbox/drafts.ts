import type { StoreApi } from 'zustand/vanilla';
import type { DraftStorage, ReceivedDraft } from '../session/ports.ts';
import type { MessagingState } from '../state.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/**
 * Text that was typed but not sent. The stored draft includes text being sent until the outbox has persisted
 * it.
 */
export function createDrafts(store: StoreApi<MessagingState>, storage: DraftStorage) {
  const beingSent = new Set<{ personId: string | null; key: string; text: string }>();

  function setDraft(key: string, text: string): void {
    const { [key]: _, ...others } = store.getState().drafts;
    store.setState({ drafts: text === '' ? others : { ...others, [key]: text } });
  }

  function save(key: string): void {
    const { personId, drafts } = store.getState();
    if (!personId) return;
    const sent = [...beingSent].filter((one) => one.personId === personId && one.key === key);
    const texts = [...sent.map(({ text }) => text), drafts[key] ?? ''];
    storage.save(personId, key, texts.filter((text) => text !== '').join('\n'));
  }

  function changeDraft(key: string, text: string): void {
    setDraft(key, text);
    save(key);
  }

  return {
    changeDraft,

    /** Moves the text typed about an item into its conversation, after any existing text. */
    moveDraft(from: string, to: string): void {
      const { [from]: text = '', [to]: before = '' } = store.getState().drafts;
      changeDraft(from, '');
      changeDraft(to, [before, text].filter((part) => part !== '').join('\n'));
    },

    /**
     * Another tab has stored a draft. It replaces the text it was based on, but never text that only this tab
     * has.
     */
    receiveDraft({ personId, key, before, text }: ReceivedDraft): void {
      const { personId: me, drafts } = store.getState();
      if (me !== personId) return;
      const { [key]: own = '' } = drafts;
      if (own === '' || own === before) setDraft(key, text);
      // The other tab has sent or cleared its text, so this tab can store its own.
      else if (text === '') save(key);
    },

    /**
     * Stores a text that was sent and has left the composer: if the browser crashes before `persisted` resolves, the
     * text is in the composer again.
     */
    saveWhileSending(key: string, text: string, persisted: Promise<void>): void {
      const one = { personId: store.getState().personId, key, text };
      beingSent.add(one);
      void persisted.then(() => {
        beingSent.delete(one);
        if (store.getState().personId === one.personId) save(key);
      });
    },
  };
}
