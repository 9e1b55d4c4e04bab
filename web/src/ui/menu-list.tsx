import { Menu, Portal, useMenuContext } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect } from 'react';

/**
 * Gives the focus back when the list closes. The library does so too; but what it then still has to do at the next frame,
 * as after an arrow key, takes the focus into the list once more, to be lost with it.
 */
function ReturnedFocus() {
  const { open: isOpen, getContentProps, getTriggerProps } = useMenuContext();
  const { id: listId = '' } = getContentProps();
  const { id: buttonId = '' } = getTriggerProps();
  useLayoutEffect(() => {
    if (isOpen) return;
    const list = document.getElementById(listId);
    const giveBack = () => {
      if (list?.contains(document.activeElement)) {
        document.getElementById(buttonId)?.focus({ preventScroll: true });
      }
    };
    giveBack();
    list?.addEventListener('focusin', giveBack);
    return () => list?.removeEventListener('focusin', giveBack);
  }, [isOpen, listId, buttonId]);
  return null;
}

/** What the button of a `Menu.Root` opens, with the items in it. */
export const MenuList = ({ minW = '44', children }: { minW?: string; children: ReactNode }) => (
  <Portal>
    <Menu.Positioner>
      <Menu.Content minW={minW}>
        <ReturnedFocus />
        {children}
      </Menu.Content>
    </Menu.Positioner>
  </Portal>
);
