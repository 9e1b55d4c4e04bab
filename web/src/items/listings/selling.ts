import { createStore } from 'zustand/vanilla';

/** Whether the listing form is open. */
export const isSelling = createStore(() => false);

export function openSell(): void {
  isSelling.setState(true, true);
}
export function closeSell(): void {
  isSelling.setState(false, true);
}
