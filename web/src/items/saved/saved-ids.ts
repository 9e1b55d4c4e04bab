import { createStore } from 'zustand/vanilla';

/** The ids of the listings that the signed-in member has saved; empty until they are loaded. */
export const savedIds = createStore<ReadonlySet<string>>(() => new Set());

/** The listing whose heart a visitor has just pressed. */
export const requestedSave = createStore<string | null>(() => null);
