import { Menu, Portal, useMenuContext } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect } from 'react';

/**
 * Returns the focus when the menu closes. The library does so too, but its pending work for the next frame, as after an
 * arrow key, moves the focus into the menu once more, where it is lost.
 */
function ReturnedFocus() {
  const { open: isOpen, triggerValue, getContentProps, getTriggerProps } = useMenuContext();
  const { id: listId = '' } = getContentProps();
  // Of a menu with several buttons, the one that opened it.
  const { id: buttonId = '' } = getTriggerProps(triggerValue === null ? {} : { value: triggerValue });
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

/** The popup of a `Menu.Root`, with its items. */
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
