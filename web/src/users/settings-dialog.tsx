import { Dialog, IconButton, Tabs } from '@chakra-ui/react';
import { tabsSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import { TwoStepTab } from '../identity/two-step-tab.tsx';
import { useUser } from '../identity/use-session.ts';
import { NotificationsTab } from '../notifications/notifications-tab.tsx';
import { DialogFrame } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { AccountTab } from './account-tab.tsx';
import { PictureTab } from './picture-tab.tsx';
import { type SettingsTabProps, usernameDraft } from './settings-tab.ts';
import { UsernameTab } from './username-tab.tsx';

registerRecipes({ slotRecipes: { tabs: tabsSlotRecipe } });

interface SettingsTab {
  value: string;
  label: string;
  Content: (props: SettingsTabProps) => ReactNode;
}

const TABS: readonly SettingsTab[] = [
  { value: 'picture', label: 'Profile Picture', Content: PictureTab },
  { value: 'username', label: 'Username', Content: UsernameTab },
  { value: 'account', label: 'Account', Content: AccountTab },
  { value: 'notifications', label: 'Notifications', Content: NotificationsTab },
  { value: 'two-step', label: 'Two-step', Content: TwoStepTab },
];

/** The settings of the signed-in person. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  if (!user) return null;
  return (
    <DialogFrame size="form" onClose={onClose}>
      <Dialog.Header justifyContent="space-between" alignItems="center" pb="2">
        <Dialog.Title>Settings</Dialog.Title>
        <Dialog.CloseTrigger asChild position="static">
          <IconButton variant="ghost" aria-label="Close">
            <Icon name="x" />
          </IconButton>
        </Dialog.CloseTrigger>
      </Dialog.Header>
      <Dialog.Body pb="8" minH={{ md: '440px' }}>
        <Tabs.Root
          defaultValue={usernameDraft(user.id).load() === null ? 'picture' : 'username'}
          variant="line"
          lazyMount
          unmountOnExit
        >
          <Tabs.List
            mb="6"
            overflowX="auto"
            scrollbarWidth="none"
            css={{ '& button': { flexShrink: 0, px: { base: '2.5', md: '4' } } }}
          >
            {TABS.map(({ value, label }) => (
              <Tabs.Trigger key={value} value={value}>
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {TABS.map(({ value, Content }) => (
            <Tabs.Content key={value} value={value} p="0">
              <Content user={user} onClose={onClose} />
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </Dialog.Body>
    </DialogFrame>
  );
}
