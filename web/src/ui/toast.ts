import { createStore } from 'zustand/vanilla';
import { partMissing } from '../lib/release.ts';
import type { ToastText } from './toast-text.ts';

/** Whether toasts have been needed: their part of the page is loaded with the first. */
export const toastsNeeded = createStore(() => false);

/** Resolves once it can be seen, or it is known that it cannot. */
const show = async (text: ToastText): Promise<void> => {
  toastsNeeded.setState(true);
  await import('./toaster.tsx').then(({ showToast }) => showToast(text), partMissing);
};

/** Says in passing what has happened. One at a time: the newest replaces what is shown. */
export const toast = {
  success: (title: string, action?: ToastText['action']): void =>
    void show({ type: 'success', title, ...(action && { action }) }),
  error: (title: string, description?: string): void =>
    void show({ type: 'error', title, ...(description !== undefined && { description }) }),
  /** For who waits until it is read: resolves once it can be, or it is known that it cannot. */
  lastWords: (title: string): Promise<void> => show({ type: 'error', title }),
};
