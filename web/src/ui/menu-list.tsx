import { Menu, Portal, useMenuContext } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect } from 'react';

/**
 * Returns the focus when the menu closes. The library does so too, but work that it has scheduled for the
 * next frame, as after an arrow key, moves the focus back into the menu, where it is lost.
 */
function FocusReturner() {
  const { open: isOpen, triggerValue, getContentProps, getTriggerProps } = useMenuContext();
  const { id: listId = '' } = getContentProps();
  // If the menu has several buttons, the one that opened it.
  const { id: buttonId = '' } = getTriggerProps(triggerValue === null ? {} : { value: triggerValue });
  useLayoutEffect(() => {
    if (isOpen) return;
    const list = document.getElementById(listId);
    const restoreFocus = () => {
      if (list?.contains(document.activeElement)) {
        document.getElementById(buttonId)?.focus({ preventScroll: true });
      }
    };
    restoreFocus();
    list?.addEventListener('focusin', restoreFocus);
    return () => list?.removeEventListener('focusin', restoreFocus);
  }, [isOpen, listId, buttonId]);
  return null;
}

/** The popup of a `Menu.Root`, with its items. */
export function MenuList({ minW = '44', children }: { minW?: string; children: ReactNode }) {
  return (
    <Portal>
      {/* Rendered outside the page's landmarks, so it must be a landmark itself. */}
      <Menu.Positioner role="region" aria-label="Menu">
        <Menu.Content minW={minW}>
          <FocusReturner />
          {children}
        </Menu.Content>
      </Menu.Positioner>
    </Portal>
  );
}
