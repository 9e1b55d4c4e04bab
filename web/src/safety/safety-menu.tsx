import { IconButton, Menu } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import type { Person } from '@selvedge/shared/members/users';
import { isOwner } from '@selvedge/shared/platform/policy';
import type { ReactNode } from 'react';
import { useUser } from '../lib/session/use-session.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { block, unblock } from './blocking.ts';
import { openReport, type ReportTarget } from './reporting.ts';

registerRecipes({ slotRecipes: { menu: menuSlotRecipe } });

const REPORTS = {
  listing: 'Report Listing',
  wtb: 'Report WTB',
  user: 'Report User',
  message: 'Report Message',
  vouch: 'Report Vouch',
} as const;

interface SafetyMenuProps {
  /** The owner of the content. */
  person: Pick<Person, 'id' | 'username' | 'isDeleted'>;
  report: ReportTarget;
  isBlocked?: boolean;
  /** Leaves a page whose content the block hides. */
  onBlocked?: () => void;
  /** Menu items above these. */
  children?: ReactNode;
}

/** A member's menu for reporting something and blocking its owner; not rendered for the owner or visitors. */
export function SafetyMenu({ person, report, isBlocked = false, onBlocked, children }: SafetyMenuProps) {
  const user = useUser();
  if (!user || isOwner(user, person.id)) return null;
  const confirmBlock = async () => {
    if (await block(person)) onBlocked?.();
  };
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" size="sm" color="fg.muted" aria-label="More actions">
          <Icon name="more" />
        </IconButton>
      </Menu.Trigger>
      <MenuList>
        {children}
        <Menu.Item value="report" onSelect={() => openReport(report)}>
          {REPORTS[report.subject]}
        </Menu.Item>
        {person.isDeleted ? null : isBlocked ? (
          <Menu.Item value="unblock" onSelect={() => void unblock(person)}>
            Unblock {person.username}
          </Menu.Item>
        ) : (
          <Menu.Item value="block" onSelect={() => void confirmBlock()}>
            Block {person.username}
          </Menu.Item>
        )}
      </MenuList>
    </Menu.Root>
  );
}
