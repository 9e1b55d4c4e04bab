import { Menu, useMenuContext } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import { messageRefusal } from '@selvedge/shared/conversations/message-policy';
import { ORIGINALS_DAYS } from '@selvedge/shared/platform/limits';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { openReport } from '../../safety/reporting.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuList } from '../../ui/menu-list.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { registerRecipes } from '../../ui/theme/system.ts';
import { toast } from '../../ui/toast.ts';
import { messaging } from '../store/messaging.ts';
import { usePressAndHold } from './press-and-hold.ts';
import type { ThreadItem } from './thread-items.ts';

registerRecipes({ slotRecipes: { menu: menuSlotRecipe } });

/** Browsers offer the clipboard to secure pages only. */
const canCopy = 'clipboard' in navigator;

const ACTIONS = {
  copy: 'Copy Text',
  edit: 'Edit',
  unsend: 'Unsend',
  report: 'Report Message',
} as const;
type Action = keyof typeof ACTIONS;

/** Whether the message is from the other member and an admin could still see its content. */
const isReportable = ({ isMine, message, createdAt }: ThreadItem) =>
  !isMine && (!message?.isUnsent || Date.now() - Date.parse(createdAt) < ORIGINALS_DAYS * 86_400_000);

/** The actions that are currently possible on a message. */
function actionsOn(item: ThreadItem): Action[] {
  const { message, isMine } = item;
  if (!message || message.isRemoved) return [];
  const may = (action: 'edit' | 'unsend') =>
    messageRefusal(action, message.senderId, message, Date.now()) === null;
  const isPossible: Record<Action, boolean> = {
    copy: canCopy && message.messageType === 'text' && !message.isUnsent,
    edit: isMine && may('edit'),
    unsend: isMine && may('unsend'),
    report: isReportable(item),
  };
  // `ACTIONS` has every name, so the cast is safe.
  return (Object.keys(ACTIONS) as Action[]).filter((action) => isPossible[action]);
}

interface ConfirmUnsendProps {
  messageId: string;
  onCancel: () => void;
}

function ConfirmUnsend({ messageId, onCancel }: ConfirmUnsendProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    cancelButton.current?.focus();
    // Otherwise the thread's lower edge would cut off the question below the last message.
    cancelButton.current?.closest('.message-note')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const unsend = async () => {
    if (isPending) return;
    setPending(true);
    try {
      await messaging.unsendMessage(messageId);
    } catch (error) {
      showFailure(error, 'Failed to unsend message. Please try again.');
      onCancel();
    }
  };
  return (
    <div className="message-note" role="alertdialog" aria-label="Unsend this message?">
      <span>
        Unsend this message? It will disappear for both of you. If reported, admins can see it for{' '}
        {ORIGINALS_DAYS} days.
      </span>
      <span className="message-choices">
        <button type="button" ref={cancelButton} onClick={onCancel}>
          Keep It
        </button>
        <button type="button" aria-disabled={isPending} onClick={() => void unsend()}>
          Unsend
        </button>
      </span>
    </div>
  );
}

interface MessageLineProps {
  item: ThreadItem;
  /** Whether to confirm unsending the message. */
  isUnsending: boolean;
  onCancel: () => void;
  /** The bubble. */
  children: ReactNode;
}

/** A message with its menu button; pressing and holding the message opens the menu, too. */
export function MessageLine({ item, isUnsending, onCancel, children }: MessageLineProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hold = usePressAndHold(() => button.current?.click());
  const { id } = item;
  if (id !== null && isUnsending && !item.message?.isUnsent) {
    return (
      <div className="bubble-line">
        {children}
        <ConfirmUnsend messageId={id} onCancel={onCancel} />
      </div>
    );
  }
  if (id === null || actionsOn(item).length === 0) return <div className="bubble-line">{children}</div>;
  return (
    <div className={`bubble-line${canCopy ? ' no-selection' : ''}`} {...hold}>
      {children}
      <Menu.Trigger value={id} asChild>
        <button ref={button} type="button" className="message-action" aria-label="Message actions">
          <Icon name="more" size={15} />
        </button>
      </Menu.Trigger>
    </div>
  );
}

interface ActionsProps {
  items: ThreadItem[];
  onChoose: (item: ThreadItem, action: Action) => void;
}

/** The menu items for the message whose button opened it. */
function Actions({ items, onChoose }: ActionsProps) {
  const { triggerValue } = useMenuContext();
  const item = items.find(({ id }) => id !== null && id === triggerValue);
  return item
    ? actionsOn(item).map((action) => (
        <Menu.Item key={action} value={action} onSelect={() => onChoose(item, action)}>
          {ACTIONS[action]}
        </Menu.Item>
      ))
    : null;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Message copied');
  } catch {
    toast.error('Error', 'The message could not be copied.');
  }
}

interface MessageMenuProps {
  items: ThreadItem[];
  onUnsend: (messageId: string) => void;
  children: ReactNode;
}

/** One menu for all messages of a thread: one per row would slow down scrolling. */
export function MessageMenu({ items, onUnsend, children }: MessageMenuProps) {
  const act = ({ id, content }: ThreadItem, action: Action) => {
    if (id === null) return;
    if (action === 'copy') void copy(content);
    if (action === 'edit') messaging.startEditing(id);
    if (action === 'unsend') onUnsend(id);
    if (action === 'report') openReport({ subject: 'message', id });
  };
  // The menu returns the focus when it closes; only after that may the selected action move it.
  const chosen = useRef<Parameters<typeof act> | null>(null);
  return (
    <Menu.Root
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
      onExitComplete={() => {
        if (chosen.current) act(...chosen.current);
        chosen.current = null;
      }}
    >
      {children}
      <MenuList minW="32">
        <Actions
          items={items}
          onChoose={(...choice) => {
            chosen.current = choice;
          }}
        />
      </MenuList>
    </Menu.Root>
  );
}
