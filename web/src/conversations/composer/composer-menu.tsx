import { IconButton, Menu } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import { useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { MenuList } from '../../ui/menu-list.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';

registerRecipes({ slotRecipes: { menu: menuSlotRecipe } });

interface ComposerAction {
  /** Unique within the menu. */
  text: string;
  act: () => void;
}

/** Actions under a common heading, which is null for the first ones. */
export interface ComposerActions {
  heading: string | null;
  actions: ComposerAction[];
}

/** What can be done in a conversation besides writing: the menu at the start of its composer. */
export function ComposerMenu({ groups }: { groups: ComposerActions[] }) {
  // The menu returns the focus when it closes; only after that may the selected action move it.
  const chosen = useRef<ComposerAction | null>(null);
  const items = (actions: ComposerAction[]) =>
    actions.map((action) => (
      <Menu.Item
        key={action.text}
        value={action.text}
        onSelect={() => {
          chosen.current = action;
        }}
      >
        {action.text}
      </Menu.Item>
    ));
  return (
    <Menu.Root
      positioning={{ placement: 'top-start' }}
      lazyMount
      unmountOnExit
      onExitComplete={() => {
        chosen.current?.act();
        chosen.current = null;
      }}
    >
      <Menu.Trigger asChild>
        <IconButton type="button" variant="ghost" aria-label="Item actions">
          <Icon name="plus" />
        </IconButton>
      </Menu.Trigger>
      <MenuList>
        {groups.map(({ heading, actions }) =>
          heading === null ? (
            items(actions)
          ) : (
            <Menu.ItemGroup key={heading}>
              <Menu.ItemGroupLabel>{heading}</Menu.ItemGroupLabel>
              {items(actions)}
            </Menu.ItemGroup>
          ),
        )}
      </MenuList>
    </Menu.Root>
  );
}
