import type { User } from '@selvedge/shared/users';

/** What each tab of the settings is given. */
export interface SettingsTabProps {
  user: User;
  onClose: () => void;
}
