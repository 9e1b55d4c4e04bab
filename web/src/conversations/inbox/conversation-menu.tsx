import { Menu } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { MenuList } from '../../ui/menu-list.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { registerRecipes } from '../../ui/theme/system.ts';
import { toast } from '../../ui/toast.ts';
import { messaging } from '../store/messaging.ts';
import './inbox-row.css';

registerRecipes({ slotRecipes: { menu: menuSlotRecipe } });

type Arrangement = Parameters<typeof messaging.arrangeConversation>[1];

async function arrange(id: string, change: Arrangement): Promise<void> {
  try {
    await messaging.arrangeConversation(id, change);
    if (change.isArchived) {
      const undo = () => void arrange(id, { isArchived: false });
      toast.success('Conversation archived', { label: 'Undo', onClick: undo });
    }
  } catch (error) {
    showFailure(error, 'Failed to update the conversation. Please try again.');
  }
}

type Arranged = Pick<Conversation, 'id' | 'isArchived' | 'isMuted'>;

/** Archive and mute, as menu items. */
export function ArrangeItems({ id, isArchived, isMuted }: Arranged) {
  return (
    <>
      <Menu.Item value="archive" onSelect={() => void arrange(id, { isArchived: !isArchived })}>
        {isArchived ? 'Unarchive' : 'Archive'}
      </Menu.Item>
      <Menu.Item value="mute" onSelect={() => void arrange(id, { isMuted: !isMuted })}>
        {isMuted ? 'Unmute' : 'Mute'}
      </Menu.Item>
    </>
  );
}

interface ConversationMenuProps {
  conversation: Arranged;
  label: string;
}

const trigger = (label: string, children: ReactNode, onClick?: () => void) => (
  <button type="button" className="row-action" aria-label={label} onClick={onClick}>
    {children}
  </button>
);

/** A row's menu. The inbox has many rows, so each creates its menu when first opened. */
export function ConversationMenu({ conversation, label }: ConversationMenuProps) {
  const [isOpened, setOpened] = useState(false);
  const dots = <Icon name="more" size={14} />;
  if (!isOpened) return trigger(label, dots, () => setOpened(true));
  return (
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>{trigger(label, dots)}</Menu.Trigger>
      <MenuList>
        <ArrangeItems {...conversation} />
      </MenuList>
    </Menu.Root>
  );
}
