import type { User } from '@selvedge/shared/members/users';
import { useStore } from 'zustand';
import { type SessionState, session } from './session.ts';

export const useSession = (): SessionState => useStore(session);

/** The signed-in user, or null. */
export const useUser = (): User | null => useStore(session, (state) => state.user);
