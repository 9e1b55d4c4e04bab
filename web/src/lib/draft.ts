import { storedJson } from './stored-json.ts';

/** What somebody has typed and not saved yet; it outlives a reload, and their way to the sign-in page and back. */
export interface Draft<T> {
  load(): T | null;
  save(typed: T): void;
  clear(): void;
}

/**
 * A draft in this tab. It is its owner's: whoever signs in here after them does not see it.
 * @param of what it is of: `listing:new`.
 */
export function draftOf<T>(ownerId: string, of: string): Draft<T> {
  const key = `selvedge-draft:${ownerId}:${of}`;
  return {
    load: () => storedJson<T>(sessionStorage, key),
    save: (typed) => sessionStorage.setItem(key, JSON.stringify(typed)),
    clear: () => sessionStorage.removeItem(key),
  };
}
