import { Menu } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import type { Message } from '@selvedge/shared/conversations';
import { messageRefusal } from '@selvedge/shared/message-policy';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { tellFailure } from '../ui/tell-failure.ts';
import { registerRecipes } from '../ui/theme/system.ts';
import { messaging } from './messaging.ts';

registerRecipes({ slotRecipes: { menu: menuSlotRecipe } });

const mayDo = (action: 'edit' | 'unsend', message: Message) =>
  messageRefusal(action, message.senderId, message, Date.now()) === null;

interface ConfirmUnsendProps {
  messageId: string;
  onKeep: () => void;
}

function ConfirmUnsend({ messageId, onKeep }: ConfirmUnsendProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    keep.current?.focus();
    // Below the last message the question would be cut off by the lower edge.
    keep.current?.closest('.message-note')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const unsend = async () => {
    if (isPending) return;
    setPending(true);
    try {
      await messaging.unsent(messageId);
    } catch (error) {
      tellFailure(error, 'Failed to unsend message. Please try again.');
      onKeep();
    }
  };
  return (
    <div className="message-note" role="alertdialog" aria-label="Unsend this message?">
      <span>Unsend this message? It will be gone for both of you.</span>
      <span className="message-choices">
        <button type="button" ref={keep} onClick={onKeep}>
          Keep It
        </button>
        <button type="button" aria-disabled={isPending} onClick={() => void unsend()}>
          Unsend
        </button>
      </span>
    </div>
  );
}

/**
 * The actions on a message of mine, while they are possible; shown like the report button on other people's messages.
 */
export function MessageMenu({ message }: { message: Message }) {
  const [isUnsending, setUnsending] = useState(false);
  // The menu returns the focus when it closes; only after that may the chosen action move it.
  const chosen = useRef<(() => void) | null>(null);
  if (isUnsending) return <ConfirmUnsend messageId={message.id} onKeep={() => setUnsending(false)} />;
  if (!mayDo('unsend', message)) return null;
  const choose = (what: () => void) => () => {
    chosen.current = what;
  };
  return (
    <Menu.Root
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
      onExitComplete={() => {
        chosen.current?.();
        chosen.current = null;
      }}
    >
      <Menu.Trigger asChild>
        <button type="button" className="message-action" aria-label="Message actions">
          <Icon name="more" size={15} />
        </button>
      </Menu.Trigger>
      <MenuList minW="32">
        {mayDo('edit', message) ? (
          <Menu.Item value="edit" onSelect={choose(() => messaging.editingChosen(message.id))}>
            Edit
          </Menu.Item>
        ) : null}
        <Menu.Item value="unsend" onSelect={choose(() => setUnsending(true))}>
          Unsend
        </Menu.Item>
      </MenuList>
    </Menu.Root>
  );
}
