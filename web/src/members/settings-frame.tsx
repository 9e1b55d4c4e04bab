import { Dialog, Tabs } from '@chakra-ui/react';
import { tabsSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import { ProofDialogHost } from '../identity/proof-dialog-host.tsx';
import { useUser } from '../lib/session/use-session.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import type { SettingsTabProps } from './settings-tab.ts';

registerRecipes({ slotRecipes: { tabs: tabsSlotRecipe } });

interface SettingsFrameProps {
  title: string;
  tabs: readonly { value: string; label: string; Content: (props: SettingsTabProps) => ReactNode }[];
  /** The tab that is open initially. */
  first: string;
  /** The section of that tab to open at. */
  place?: string | null;
  onClose: () => void;
}

/** A dialog with the signed-in member's settings, in tabs. */
export function SettingsFrame({ title, tabs, first, place, onClose }: SettingsFrameProps) {
  const user = useUser();
  if (!user) return null;
  return (
    <DialogFrame size="form" isSteady onClose={onClose}>
      <Dialog.Header pb="2">
        <Dialog.Title>{title}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pb="8">
        <Tabs.Root defaultValue={first} variant="line" lazyMount unmountOnExit>
          <Tabs.List
            mb="6"
            flexWrap="wrap"
            css={{ '& button': { flexShrink: 0, px: { base: '2.5', md: '4' }, outlineOffset: '-2px' } }}
          >
            {tabs.map(({ value, label }) => (
              <Tabs.Trigger key={value} value={value}>
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {tabs.map(({ value, Content }) => (
            <Tabs.Content key={value} value={value} p="0" css={{ '& .chakra-button': { minH: '11' } }}>
              <Content user={user} place={value === first ? place : null} onClose={onClose} />
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </Dialog.Body>
      <ProofDialogHost />
    </DialogFrame>
  );
}
