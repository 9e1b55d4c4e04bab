import { createStore } from 'zustand/vanilla';

/** Whether the listing form is open. */
export const isSelling = createStore(() => false);

export const openSell = (): void => isSelling.setState(true, true);
export const closeSell = (): void => isSelling.setState(false, true);
