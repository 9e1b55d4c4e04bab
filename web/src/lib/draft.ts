import { storedJson, tabStorage } from './browser-storage.ts';

/** Unsaved form input. It survives reloads, and the detour via the sign-in page. */
export interface Draft<T> {
  load(): T | null;
  save(typed: T): void;
  clear(): void;
  /** Marks the draft's form as open; call the returned function when it closes. */
  opened(): () => void;
}

const keyOf = (ownerId: string, of: string) => `selvedge-draft:${ownerId}:${of}`;
const OPEN_KEY = 'selvedge-open-drafts';

/** Keys of the drafts whose forms are open. */
const open = new Set<string>();

/**
 * A draft stored in this tab. It belongs to its owner: another member who signs in here does not see it.
 * @param of what the draft is for, such as `listing:new`
 */
export function draftOf<T>(ownerId: string, of: string): Draft<T> {
  const key = keyOf(ownerId, of);
  return {
    load: () => storedJson<T>(tabStorage, key),
    save: (typed) => tabStorage.setItem(key, JSON.stringify(typed)),
    clear: () => tabStorage.removeItem(key),
    opened() {
      open.add(key);
      return () => void open.delete(key);
    },
  };
}

/** Stores which forms were open when the session ended, so that they open again for their owner. */
export function storeOpenDrafts(): void {
  if (open.size > 0) tabStorage.setItem(OPEN_KEY, JSON.stringify([...open]));
}

/** Whether a draft's form was open when its owner had to sign in again. True only once. */
export function takeOpenDraft(ownerId: string, of: string): boolean {
  const openKeys = storedJson<string[]>(tabStorage, OPEN_KEY);
  if (!openKeys?.includes(keyOf(ownerId, of))) return false;
  tabStorage.removeItem(OPEN_KEY);
  return true;
}
