import { useUser } from '../lib/session/use-session.ts';
import { PictureTab } from './picture-tab.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { usernameDraft } from './settings-tab.ts';
import { UsernameTab } from './username-tab.tsx';

const TABS = [
  { value: 'picture', label: 'Profile Picture', Content: PictureTab },
  { value: 'username', label: 'Username', Content: UsernameTab },
];

/** The public profile settings of the signed-in member. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const hasUsernameDraft = user && usernameDraft(user.id).load() !== null;
  return (
    <SettingsFrame
      title="Settings"
      tabs={TABS}
      first={hasUsernameDraft ? 'username' : 'picture'}
      onClose={onClose}
    />
  );
}
