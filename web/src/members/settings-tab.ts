import type { User } from '@selvedge/shared/members/users';
import { draftOf } from '../lib/draft.ts';

/** The props of each settings tab. */
export interface SettingsTabProps {
  user: User;
  onClose: () => void;
}

/** The draft of a new username. */
export const usernameDraft = (ownerId: string) => draftOf<string>(ownerId, 'username');
