import { Separator, Stack } from '@chakra-ui/react';
import { separatorRecipe } from '@chakra-ui/react/theme';
import { ChangeEmail } from '../identity/change-email.tsx';
import { ChangePassword } from '../identity/change-password.tsx';
import { ConnectedAccounts, hasConnectedAccounts } from '../identity/connected-accounts.tsx';
import { ApiKeys } from '../identity/keys/api-keys.tsx';
import { PersonalData } from '../identity/personal-data.tsx';
import { ClosetSetting } from '../items/closet/closet-setting.tsx';
import { useFeatures } from '../lib/features.ts';
import { leave } from '../lib/session/leave.ts';
import { Discord } from '../notifications/discord/discord.tsx';
import { Webhooks } from '../notifications/webhooks/webhooks.tsx';
import { BlockedMembers } from '../safety/blocked-members.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { BusinessSetting } from './businesses/business-form.tsx';
import type { SettingsTabProps } from './settings-tab.ts';

registerRecipes({ recipes: { separator: separatorRecipe } });

/** The settings tab for the sign-in and the member's data. */
export function AccountTab({ user, place, onClose }: SettingsTabProps) {
  const features = useFeatures();
  return (
    <Stack gap="8">
      <ChangeEmail user={user} />
      <Separator />
      <ChangePassword user={user} />
      <Separator />
      {hasConnectedAccounts ? (
        <>
          <ConnectedAccounts />
          <Separator />
        </>
      ) : null}
      <BusinessSetting user={user} />
      <Separator />
      {features.apiKeys ? (
        <>
          <ApiKeys user={user} isPlace={place === 'api-keys'} />
          <Separator />
        </>
      ) : null}
      <BlockedMembers />
      <Separator />
      {features.closet ? (
        <>
          <ClosetSetting onLeave={onClose} />
          <Separator />
        </>
      ) : null}
      {features.discord && features.savedSearches ? (
        <>
          <Discord />
          <Separator />
        </>
      ) : null}
      {features.webhooks ? (
        <>
          <Webhooks />
          <Separator />
        </>
      ) : null}
      <PersonalData onDeleted={() => void leave({ isDeleted: true })} />
    </Stack>
  );
}
