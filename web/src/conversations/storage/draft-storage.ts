import { type StorageArea, storedJson } from '../../lib/browser-storage.ts';
import type { DraftStorage, ReceivedDraft } from '../store/session/ports.ts';

/** How many conversations can have a draft in one browser; the oldest drafts beyond that are deleted. */
const DRAFTS_MAX = 200;

type DraftArea = Omit<StorageArea, 'clear' | 'isKept' | 'isOf'>;

interface Stored {
  text: string;
  /** When the draft was last edited, in milliseconds since 1970. */
  at: number;
}

const prefixOf = (personId: string) => `selvedge-typed:${personId}:`;
const KEY = /^selvedge-typed:([^:]+):(.+)$/;

const keysOf = (storage: DraftArea, personId: string): string[] =>
  storage.keys().filter((key) => key.startsWith(prefixOf(personId)));

function deleteOldest(storage: DraftArea, personId: string): void {
  const keys = keysOf(storage, personId);
  if (keys.length <= DRAFTS_MAX) return;
  const ages = keys.map((key) => ({ key, at: storedJson<Stored>(storage, key)?.at ?? 0 }));
  ages.sort((a, b) => b.at - a.at);
  for (const { key } of ages.slice(DRAFTS_MAX)) storage.removeItem(key);
}

/** Stores each draft under its own key, so that tabs do not overwrite each other's drafts. */
export function createDraftStorage(storage: DraftArea, now: () => number): DraftStorage {
  return {
    load: (personId) =>
      Object.fromEntries(
        keysOf(storage, personId).flatMap((key) => {
          const stored = storedJson<Stored>(storage, key);
          return stored ? [[key.slice(prefixOf(personId).length), stored.text]] : [];
        }),
      ),
    save(personId, key, text) {
      const full = prefixOf(personId) + key;
      if (text === '') return storage.removeItem(full);
      const isNew = storage.getItem(full) === null;
      storage.setItem(full, JSON.stringify({ text, at: now() } satisfies Stored));
      if (isNew) deleteOldest(storage, personId);
    },
    clear(personId) {
      for (const key of keysOf(storage, personId)) storage.removeItem(key);
    },
  };
}

const textOf = (value: string | null): string => (value === null ? '' : (JSON.parse(value) as Stored).text);

/** Another tab's change to a draft, parsed from its storage event; null for any other event. */
export function draftChangedBy({
  key,
  oldValue,
  newValue,
}: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>): ReceivedDraft | null {
  const [, personId, draft] = KEY.exec(key ?? '') ?? [];
  if (personId === undefined || draft === undefined) return null;
  return { personId, key: draft, before: textOf(oldValue), text: textOf(newValue) };
}
