import { createStore } from 'zustand/vanilla';
import { partMissing } from '../lib/release.ts';
import type { ToastText } from './toast-text.ts';

/** Whether toasts have been needed: their part of the page is loaded with the first. */
export const toastsNeeded = createStore(() => false);

const show = (text: ToastText): void => {
  toastsNeeded.setState(true);
  void import('./toaster.tsx').then(({ showToast }) => showToast(text), partMissing);
};

/** Says in passing what has happened. One at a time: the newest replaces what is shown. */
export const toast = {
  success: (title: string, action?: ToastText['action']): void =>
    show({ type: 'success', title, ...(action && { action }) }),
  error: (title: string, description?: string): void =>
    show({ type: 'error', title, ...(description !== undefined && { description }) }),
};
