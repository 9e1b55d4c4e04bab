import type { User } from '@selvedge/shared/members/users';
import { draftOf } from '../lib/draft.ts';

/** The props of each settings tab. */
export interface SettingsTabProps {
  user: User;
  /** The section to open at. */
  place?: string | null;
  onClose: () => void;
}

/** The draft of a new username. */
export function usernameDraft(ownerId: string) {
  return draftOf<string>(ownerId, 'username');
}
