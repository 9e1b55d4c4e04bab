import { chakra, Menu } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import { Link } from 'react-router-dom';
import { signOutChosen } from '../identity/leave.ts';
import { useUser } from '../identity/use-session.ts';
import { Face } from '../ui/face.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { registerRecipes } from '../ui/theme/system.ts';

registerRecipes({ slotRecipes: { menu: menuSlotRecipe } });

export default function AvatarMenu() {
  const user = useUser();
  if (!user) return null;
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <chakra.button
          type="button"
          aria-label={`Account of ${user.username}`}
          borderRadius="full"
          cursor="pointer"
          ms="1"
          focusVisibleRing="outside"
        >
          <Face person={user} size="sm" />
        </chakra.button>
      </Menu.Trigger>
      <MenuList>
        <Menu.Item value="profile" asChild>
          <Link to={`/profile/${user.username}`}>Profile</Link>
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
