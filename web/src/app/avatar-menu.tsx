import { chakra, Menu } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import type { User } from '@selvedge/shared/members/users';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { openSell } from '../items/listings/selling.ts';
import { useFeatures } from '../lib/features.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { signOutChosen } from '../lib/session/leave.ts';
import { useUser } from '../lib/session/use-session.ts';
import { useTakenParam } from '../lib/use-taken-param.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { UserAvatar } from '../ui/user-avatar.tsx';
import { UpdatesLink } from './updates-link.tsx';

registerRecipes({ slotRecipes: { menu: menuSlotRecipe } });

const AccountDialog = lazyChunk(() => import('../members/account-dialog.tsx'));

function AccountMenu({ user, onAccount }: { user: User; onAccount: () => void }) {
  const features = useFeatures();
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <chakra.button
          type="button"
          aria-label={`Account menu for ${user.username}`}
          borderRadius="full"
          cursor="pointer"
          ms="1"
          focusVisibleRing="outside"
        >
          <UserAvatar person={user} size="sm" />
        </chakra.button>
      </Menu.Trigger>
      <MenuList>
        <Menu.Item value="profile" asChild>
          <Link to={`/profile/${user.username}`}>Profile</Link>
        </Menu.Item>
        {/* Narrow screens have no room for this button in the top bar. */}
        <Menu.Item value="sell" hideFrom="md" onSelect={openSell}>
          Sell Item
        </Menu.Item>
        {features.saved || features.savedSearches ? (
          <Menu.Item value="saved" asChild>
            <Link to="/saved">Saved</Link>
          </Menu.Item>
        ) : null}
        {features.deals ? (
          <Menu.Item value="deals" asChild>
            <Link to="/deals">Deals</Link>
          </Menu.Item>
        ) : null}
        <Menu.Item value="account" onSelect={onAccount}>
          Account
        </Menu.Item>
        {user.isAdmin ? (
          <Menu.Item value="admin" asChild>
            <Link to="/admin">Admin</Link>
          </Menu.Item>
        ) : null}
        <Menu.Item value="sign-out" onSelect={() => void signOutChosen()}>
          Sign Out
        </Menu.Item>
      </MenuList>
    </Menu.Root>
  );
}

/** The query parameter of links to a place in the account dialog. */
const SETTINGS = 'settings';

/** The signed-in member's updates and menu, and the account dialog that it opens. */
export default function AvatarMenu() {
  const user = useUser();
  /** The section at which the account dialog is open. */
  const [place, setPlace] = useState<string | null>(null);
  useTakenParam(SETTINGS, true, setPlace);
  if (!user) return null;
  const close = () => setPlace(null);
  return (
    <>
      <UpdatesLink />
      <AccountMenu user={user} onAccount={() => setPlace('account')} />
      {place ? (
        <Suspense fallback={<DialogLoading onClose={close} />}>
          <AccountDialog place={place} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
