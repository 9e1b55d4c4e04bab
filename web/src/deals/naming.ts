import { createStore } from 'zustand/vanilla';
import { instance } from '../lib/instance.ts';
import type { ClosedItem } from './deal-calls.ts';

/** The own item whose deal the member is asked about; null when the dialog is closed. */
export const named = createStore<ClosedItem | null>(() => null);

/** Asks with whom the owner of an item that was just sold or found made the deal. */
export function askWho(item: ClosedItem): void {
  if (instance.features.deals) named.setState(item, true);
}
export const stopAsking = (): void => named.setState(null, true);
