import { chakra, Menu } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import type { User } from '@selvedge/shared/members/users';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { openSell } from '../items/listings/selling.ts';
import { instance } from '../lib/instance.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { signOutChosen } from '../lib/session/leave.ts';
import { useUser } from '../lib/session/use-session.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { UserAvatar } from '../ui/user-avatar.tsx';
import { UpdatesLink } from './updates-link.tsx';

registerRecipes({ slotRecipes: { menu: menuSlotRecipe } });

const AccountDialog = lazyChunk(() => import('../members/account-dialog.tsx'));

function AccountMenu({ user, onAccount }: { user: User; onAccount: () => void }) {
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
        {instance.features.saved || instance.features.savedSearches ? (
          <Menu.Item value="saved" asChild>
            <Link to="/saved">Saved</Link>
          </Menu.Item>
        ) : null}
        {instance.features.deals ? (
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

/** The signed-in member's updates and menu, and the account dialog that it opens. */
export default function AvatarMenu() {
  const user = useUser();
  const [isAccountOpen, setAccountOpen] = useState(false);
  if (!user) return null;
  return (
    <>
      <UpdatesLink />
      <AccountMenu user={user} onAccount={() => setAccountOpen(true)} />
      {isAccountOpen ? (
        <Suspense fallback={<DialogLoading onClose={() => setAccountOpen(false)} />}>
          <AccountDialog onClose={() => setAccountOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
