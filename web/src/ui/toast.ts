import { createStore } from 'zustand/vanilla';
import { chunkMissing } from '../lib/release.ts';
import type { ToastText } from './toast-text.ts';

/** Whether a toast has been needed: the toaster's chunk loads with the first one. */
export const toastsNeeded = createStore(() => false);

/** Resolves once the toast is visible, or cannot be shown. */
const show = async (text: ToastText): Promise<void> => {
  toastsNeeded.setState(true);
  await import('./toaster.tsx').then(({ showToast }) => showToast(text), chunkMissing);
};

/** Loads the toaster, for a toast that no press announces. */
export const loadToaster = (): void => toastsNeeded.setState(true);

/** Loads the toaster on the first press, so that a toast in response to it appears immediately. */
export function preloadToaster(): void {
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, loadToaster, { once: true });
}

/** Shows a short message. One at a time: the newest replaces the previous. */
export const toast = {
  success: (title: string, action?: ToastText['action']): void =>
    void show({ type: 'success', title, ...(action && { action }) }),
  error: (title: string, description?: string): void =>
    void show({ type: 'error', title, ...(description !== undefined && { description }) }),
  /** For callers that have to wait for it: resolves once the toast is visible, or cannot be shown. */
  errorShown: (title: string): Promise<void> => show({ type: 'error', title }),
};
