import { Separator, Stack } from '@chakra-ui/react';
import { separatorRecipe } from '@chakra-ui/react/theme';
import { ChangeEmail } from '../identity/change-email.tsx';
import { ChangePassword } from '../identity/change-password.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import type { SettingsTabProps } from './settings-tab.ts';

registerRecipes({ recipes: { separator: separatorRecipe } });

/** What one signs in with. */
export const AccountTab = ({ user }: SettingsTabProps) => (
  <Stack gap="8">
    <ChangeEmail user={user} />
    <Separator />
    <ChangePassword user={user} />
  </Stack>
);
