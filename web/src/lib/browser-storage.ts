/**
 * A storage area of the browser. What the browser denies to this site, or has no room for, is kept in the page's
 * memory instead, until the page is left.
 */
export interface StorageArea {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
  keys(): string[];
  isKept(): boolean;
  /** Whether an event of another tab is about this area. */
  isOf(event: StorageEvent): boolean;
}

const PROBE = 'selvedge-probe';

/** Whether the page stores nothing more. */
let isSealed = false;

/**
 * Stores nothing more until the page is left: after a sign-out, what still runs would bring back what is about the
 * member. What is stored can still be removed.
 */
export function sealStorage(): void {
  isSealed = true;
  // Back may bring the page of the former member back.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

function areaOf(name: 'localStorage' | 'sessionStorage'): StorageArea {
  const memory = new Map<string, string>();
  /** Undefined when the browser denies it. Some throw only when it is read or written. */
  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(globalThis[name]);
    } catch {
      return undefined;
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      memory.delete(key);
      const isStored =
        !isSealed &&
        attempt((storage) => {
          storage.setItem(key, value);
          return true;
        });
      if (isStored) return;
      memory.set(key, value);
      // Otherwise the value before would come back with the next page.
      attempt((storage) => storage.removeItem(key));
    },
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    clear() {
      memory.clear();
      attempt((storage) => storage.clear());
    },
    keys: () => [...new Set([...memory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])])],
    isKept: () =>
      attempt((storage) => {
        storage.setItem(PROBE, '');
        storage.removeItem(PROBE);
        return true;
      }) ?? false,
    isOf: ({ storageArea }) => attempt((storage) => storage === storageArea) ?? false,
  };
}

/** Shared by all tabs, and kept when the browser closes. */
export const browserStorage: StorageArea = areaOf('localStorage');
/** This tab's own, kept until it closes. */
export const tabStorage: StorageArea = areaOf('sessionStorage');

/** The browser's service workers; undefined where it has none or denies them. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** A JSON value from a storage area; null when it is missing or invalid. */
export function storedJson<T>(storage: Pick<StorageArea, 'getItem'>, key: string): T | null {
  try {
    // Only this app writes to this key, so the cast is safe.
    return JSON.parse(storage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
