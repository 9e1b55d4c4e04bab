import { useStore } from 'zustand';
import { messaging } from './store/messaging.ts';
import type { MessagingState } from './store/state.ts';

/** Selects the part of the messaging state that a component renders. */
export const useMessaging = <T>(select: (state: MessagingState) => T): T => useStore(messaging.store, select);
