import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { relativeTime, truncate } from '@selvedge/shared/platform/format';
import { PREVIEW_MAX, PREVIEW_TITLE_MAX } from '@selvedge/shared/platform/limits';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { memo } from 'react';
import { instance } from '../../lib/instance.ts';
import { Icon } from '../../ui/icon.tsx';
import { itemOf, MESSAGE_REMOVED, otherOf, unsentText } from '../thread/item-of.ts';
import { TypingPreview } from '../thread/typing-note.tsx';
import { useMessaging } from '../use-messaging.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import { OnlineDot } from './online-dot.tsx';
import { StatementMark } from './statement-mark.tsx';
import './inbox-row.css';

interface InboxRowProps {
  conversation: Conversation;
  personId: string | null;
  isOpen: boolean;
  onOpen: (id: string) => void;
}

function preview({ lastMessage }: Conversation, personId: string | null): string {
  if (!lastMessage) return 'No messages yet';
  if (lastMessage.isRemoved) return MESSAGE_REMOVED;
  if (lastMessage.isUnsent) return unsentText(lastMessage.senderId === personId);
  const text = lastMessage.messageType === 'image' ? 'Photo' : lastMessage.content;
  return truncate(lastMessage.senderId === personId ? `You: ${text}` : text, PREVIEW_MAX);
}

const holdMark = ({ listing }: Conversation): string | null =>
  listing?.isOnHold && instance.features.holds ? 'On hold' : null;

/** The content of a row, as a button that opens the conversation. */
function RowButton({ conversation, personId, isOpen, onOpen }: InboxRowProps) {
  const item = itemOf(conversation);
  const isUnread = !conversation.isRead;
  const other = otherOf(conversation, personId);
  const isTyping = useMessaging((s) => s.typing.includes(conversation.id));
  return (
    <button
      type="button"
      className={isUnread ? 'inbox-open is-unread' : 'inbox-open'}
      onClick={() => onOpen(conversation.id)}
      aria-current={isOpen ? 'true' : undefined}
    >
      <div className="inbox-item">
        <div className="inbox-photo">
          {item?.image ? (
            <img src={imageVariant(item.image, 320)} alt="" loading="lazy" />
          ) : (
            <Icon name="search" size={18} />
          )}
        </div>
        <OnlineDot userId={other.id} />
      </div>
      <div className="inbox-texts">
        <div className="inbox-name">
          <div className="inbox-cut">{other.username}</div>
          {[conversation.isWTB ? 'WTB' : null, item?.state ?? holdMark(conversation)].map((mark) =>
            mark ? (
              <div key={mark} className="inbox-mark">
                {mark}
              </div>
            ) : null,
          )}
        </div>
        <div className="inbox-cut">{item ? truncate(item.title, PREVIEW_TITLE_MAX) : ''}</div>
        <div className="inbox-cut inbox-preview">
          {isTyping ? (
            <TypingPreview />
          ) : (
            <>
              {conversation.lastMessage?.isStatement ? <StatementMark /> : null}
              {preview(conversation, personId)}
            </>
          )}
        </div>
      </div>
      <div className="inbox-signs">
        {conversation.isMuted ? (
          <>
            <Icon name="muted" size={14} />
            <span className="sr">Muted</span>
          </>
        ) : null}
        {isUnread ? (
          <div className="inbox-unread">
            <span className="sr">Unread</span>
          </div>
        ) : null}
        <span>{relativeTime(conversation.lastMessage?.createdAt ?? conversation.createdAt)}</span>
      </div>
    </button>
  );
}

/** One conversation in the inbox, with its menu. */
export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { conversation, personId } = props;
  return (
    <div className="inbox-row">
      <RowButton {...props} />
      <div className="row-menu">
        <ConversationMenu
          conversation={conversation}
          label={`Actions for the conversation with ${otherOf(conversation, personId).username}`}
        />
      </div>
    </div>
  );
});
