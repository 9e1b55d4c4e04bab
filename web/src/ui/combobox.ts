import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';

/** The state that a combobox shares with the list of its options, which is a lazy chunk (`option-list.tsx`). */
export interface ComboboxList {
  id: string;
  isOpen: boolean;
  /** The id of the option that Enter chooses. */
  active: string | null;
  setActive(id: string | null): void;
  /** Whether there are options to see. */
  setShown(isShown: boolean): void;
  /** What the list does with the keys of the field. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>;
  open(): void;
  close(): void;
}

/** A text field with a list of options, by the pattern of the ARIA Authoring Practices Guide. */
export function useCombobox() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const close = () => {
    setOpen(false);
    setActive(null);
  };
  const isExpanded = isOpen && isShown;
  const field = {
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': isExpanded,
    'aria-controls': isExpanded ? id : undefined,
    'aria-activedescendant': isExpanded ? (active ?? undefined) : undefined,
    onKeyDown(event: KeyboardEvent) {
      if (isOpen) keys.current?.(event);
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        setOpen(true);
      }
    },
  } as const;
  const list: ComboboxList = {
    ...{ id, isOpen, active, setActive, setShown, keys, close },
    open: () => setOpen(true),
  };
  return { field, list };
}
