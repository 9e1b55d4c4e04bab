import type { User } from '@selvedge/shared/members/users';
import { useStore } from 'zustand';
import { type SessionState, session } from './session.ts';

export function useSession(): SessionState {
  return useStore(session);
}

/** The signed-in user, or null. */
export function useUser(): User | null {
  return useStore(session, (state) => state.user);
}
