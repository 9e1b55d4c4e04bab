import { useStore } from 'zustand';
import { messaging } from './store/messaging.ts';
import type { MessagingState } from './store/state.ts';

/** Selects the part of the messaging state that a component renders. */
export function useMessaging<T>(select: (state: MessagingState) => T): T {
  return useStore(messaging.store, select);
}
