import { TwoStepTab } from '../identity/two-step-tab.tsx';
import { NotificationsTab } from '../notifications/notifications-tab.tsx';
import { AccountTab } from './account-tab.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const TABS = [
  { value: 'account', label: 'Account', Content: AccountTab },
  { value: 'notifications', label: 'Notifications', Content: NotificationsTab },
  { value: 'two-step', label: 'Two-step', Content: TwoStepTab },
];

/** The sign-in, notifications and data of the signed-in member. */
const AccountDialog = ({ place, onClose }: { place: string; onClose: () => void }) => (
  <SettingsFrame title="Account" tabs={TABS} first="account" place={place} onClose={onClose} />
);
export default AccountDialog;
