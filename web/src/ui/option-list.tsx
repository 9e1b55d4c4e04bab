import './option-list.css';
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import type { ComboboxList } from './combobox.ts';

export interface Option {
  key: string;
  text: string;
  /** Behind the text, less prominent. */
  detail?: string;
  isSelected?: boolean;
  choose(): void;
}
export interface OptionGroup {
  key: string;
  label: string;
  options: Option[];
}

interface OptionListProps {
  list: ComboboxList;
  label: string;
  groups: OptionGroup[];
  /** Several can be selected: the list stays open. */
  isMultiple?: boolean;
}

/** The options of a combobox. The field keeps the focus. */
export function OptionList({ list, label, groups, isMultiple = false }: OptionListProps) {
  const { id, isOpen, active, setActive, setShown, keys, close } = list;
  const options = groups.flatMap((group) =>
    group.options.map((option) => ({ ...option, id: `${id}-${group.key}-${option.key}` })),
  );
  const isShown = isOpen && options.length > 0;
  useEffect(() => setShown(options.length > 0), [options.length, setShown]);

  const choose = (option: (typeof options)[number]) => {
    option.choose();
    if (!isMultiple) close();
  };
  const move = (by: number) => {
    const index = options.findIndex((option) => option.id === active);
    const next = index === -1 && by < 0 ? options.length - 1 : (index + by + options.length) % options.length;
    const option = options[next];
    setActive(option?.id ?? null);
    if (option) document.getElementById(option.id)?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    const chosen = isShown ? options.find((option) => option.id === active) : undefined;
    if (isShown && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      move(key === 'ArrowDown' ? 1 : -1);
    } else if (key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (key === 'Enter') close();
    // Otherwise Escape would clear the field, or close the dialog around it.
    else if (key === 'Escape' && isShown) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
  useEffect(() => {
    keys.current = (event) => onKey(event);
    return () => {
      keys.current = null;
    };
  }, [keys]);

  if (!isShown) return null;
  return (
    <div id={id} className="options" role="listbox" aria-label={label} aria-multiselectable={isMultiple}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group the options of a listbox.
        <div key={group.key} role="group" aria-label={group.label} className="option-group">
          <div aria-hidden="true" className="option-heading">
            {group.label}
          </div>
          {options
            .filter((option) => group.options.some(({ key }) => option.id === `${id}-${group.key}-${key}`))
            .map((option) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active option.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
              <div
                key={option.id}
                id={option.id}
                role="option"
                aria-selected={isMultiple ? (option.isSelected ?? false) : option.id === active}
                className={`option ${option.id === active ? 'is-active' : ''}`}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <span className="option-text">{option.text}</span>
                {option.detail ? <span className="option-detail">{option.detail}</span> : null}
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}
