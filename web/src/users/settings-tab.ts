import type { User } from '@selvedge/shared/users';
import { draftOf } from '../lib/draft.ts';

/** What each tab of the settings is given. */
export interface SettingsTabProps {
  user: User;
  onClose: () => void;
}

/** A username that is being typed. */
export const usernameDraft = (ownerId: string) => draftOf<string>(ownerId, 'username');
