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

/** A draft stored in this tab. It belongs to its owner: another member who signs in here does not see it. */
function storedDraft<T>(ownerId: string, of: string): Draft<T> {
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was typed, on top of what the item has by now: a field that was not touched follows the item. */
function merged<T>(typed: T, before: T, now: T): T {
  if (JSON.stringify(typed) === JSON.stringify(before)) return now;
  if (!isRecord(typed) || !isRecord(before) || !isRecord(now)) return typed;
  const fields = Object.keys(typed).map((name) => [name, merged(typed[name], before[name], now[name])]);
  return Object.fromEntries(fields) as T;
}

/**
 * The draft of a form.
 * @param of what it is for, such as `listing:new`
 * @param start what the form of an existing item starts from, so that an old draft does not undo a newer edit
 */
export function draftOf<T>(ownerId: string, of: string, start?: T): Draft<T> {
  if (start === undefined) return storedDraft(ownerId, of);
  const { load, save, ...draft } = storedDraft<{ typed: T; start: T }>(ownerId, of);
  return {
    ...draft,
    load() {
      const stored = load();
      return stored && merged(stored.typed, stored.start, start);
    },
    save: (typed) => save({ typed, start }),
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
