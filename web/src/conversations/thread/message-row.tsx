import type { ItemEvent } from '@selvedge/shared/items/item-events';
import type { messageClock } from '@selvedge/shared/platform/format';
import { memo } from 'react';
import { sendFailure } from '../store/outbox/failure-texts.ts';
import type { OutgoingMessage } from '../store/outbox/outgoing-message.ts';
import { ChatPhoto } from './chat-photo.tsx';
import { DayLabel } from './day-label.tsx';
import { ItemEventLines } from './item-event-lines.tsx';
import { MESSAGE_REMOVED, unsentText } from './item-of.ts';
import { LinkedText } from './linked-text.tsx';
import { MessageLine } from './message-menu.tsx';
import { MessageWarning } from './message-warning.tsx';
import { AddProof } from './proof-request.tsx';
import { recordText } from './record-text.ts';
import { cardOf } from './thread-cards.tsx';
import type { ThreadItem } from './thread-items.ts';
import { warningsOf } from './warnings.ts';

/** Consecutive messages of one member within this time form a group with one time below it. */
const GROUP_MS = 5 * 60_000;

interface MessageRowProps {
  item: ThreadItem;
  previous: ThreadItem | undefined;
  next: ThreadItem | undefined;
  /**
   * Whether the conversation begins with this message. Otherwise the first loaded message has no day label:
   * it would lose it when older ones load.
   */
  isBeginning: boolean;
  clock: ReturnType<typeof messageClock>;
  /** The item's events before the message and, for the last message, after it. */
  eventsBefore: ItemEvent[] | undefined;
  eventsAfter: ItemEvent[] | undefined;
  /** Whether it was the first unread message when the thread was opened. */
  isFirstUnread: boolean;
  /** Whether it is the message found by search; it is highlighted for a moment. */
  isTarget: boolean;
  /** 'Sent', 'Delivered' or 'Read', for the member's last message. */
  receipt: string | null;
  /** Whether to confirm unsending the message. */
  isUnsending: boolean;
  onCancel: () => void;
  onResend: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}

function FailedNote({
  outgoing,
  onResend,
  onDiscard,
}: { outgoing: OutgoingMessage } & Pick<MessageRowProps, 'onResend' | 'onDiscard'>) {
  return (
    <div className="message-note failed" role="alert">
      <span>Not sent. {outgoing.photo ? outgoing.problem?.message : sendFailure(outgoing.problem)}</span>
      <span className="message-choices">
        <button type="button" onClick={() => onResend(outgoing.clientId)}>
          Resend
        </button>
        <button type="button" onClick={() => onDiscard(outgoing.clientId)}>
          Delete
        </button>
      </span>
    </div>
  );
}

const isGone = ({ isRemoved, message }: ThreadItem) => isRemoved || message?.isUnsent === true;

function Note({ item, clock, receipt }: Pick<MessageRowProps, 'item' | 'clock' | 'receipt'>) {
  if (item.outgoing) return <div className="message-note">Sending…</div>;
  return (
    <div className="message-note">
      <time dateTime={item.createdAt}>{clock.time(item.createdAt)}</time>
      {item.message?.editedAt && !isGone(item) ? <span>Edited</span> : null}
      {receipt ? <span>{receipt}</span> : null}
    </div>
  );
}

function MessageContent({ item }: { item: ThreadItem }) {
  const { photo, isRemoved, isMine, message, content } = item;
  if (isRemoved) return <em>{MESSAGE_REMOVED}</em>;
  if (message?.isUnsent) return <em>{unsentText(isMine)}</em>;
  return photo ? <ChatPhoto item={{ ...item, photo }} /> : <LinkedText text={content} />;
}

/** One message, with the day above the first of a day and the time below the last of a group. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { item, previous, next, isBeginning, clock, eventsBefore, eventsAfter, isFirstUnread } = props;
  const { isTarget, receipt, isUnsending, onCancel, onResend, onDiscard } = props;
  const day = clock.dayKey(item.createdAt);
  const isSameDay = (at: string) => clock.dayKey(at) === day;
  const isNewDay = previous ? !isSameDay(previous.createdAt) : isBeginning;
  const isFirst = isNewDay || (previous !== undefined && previous.isMine !== item.isMine);
  const isLast =
    !next ||
    next.isMine !== item.isMine ||
    next.outgoing !== null ||
    Date.parse(next.createdAt) - Date.parse(item.createdAt) > GROUP_MS;
  const receivedId = item.isMine || isGone(item) ? null : item.id;
  const hasFailed = item.outgoing?.status === 'failed';
  // Shown as a line, like the item's other events, and unlike anything that a member typed.
  const recorded = recordText(item.message, item.isMine);
  if (recorded !== null) {
    return (
      <div>
        {isNewDay ? <div className="thread-day">{clock.dayLabel(item.createdAt)}</div> : null}
        <ItemEventLines events={eventsBefore} clock={clock} />
        {isFirstUnread ? <div className="thread-day thread-unread">Unread</div> : null}
        <div className={`thread-event${isTarget ? ' target' : ''}`}>
          {`${recorded} · `}
          <time dateTime={item.createdAt}>{clock.time(item.createdAt)}</time>
        </div>
        <ItemEventLines events={eventsAfter} clock={clock} />
      </div>
    );
  }
  return (
    <div>
      <ItemEventLines events={eventsBefore?.filter((event) => !isSameDay(event.at))} clock={clock} />
      {isNewDay ? (
        <div className="thread-day">
          <DayLabel clock={clock} at={item.createdAt} />
        </div>
      ) : null}
      <ItemEventLines events={eventsBefore?.filter((event) => isSameDay(event.at))} clock={clock} />
      {isFirstUnread ? <div className="thread-day thread-unread">Unread</div> : null}
      <div
        className={`thread-row${item.isMine ? ' mine' : ''}${isFirst ? ' first' : ''}${isTarget ? ' target' : ''}`}
        aria-current={isTarget ? 'true' : undefined}
      >
        <MessageLine item={item} isUnsending={isUnsending} onCancel={onCancel}>
          {cardOf(item.message) ?? (
            <div className={`bubble${hasFailed ? ' failed' : ''}${item.photo ? ' is-photo' : ''}`}>
              {item.isMine ? <span className="sr">You: </span> : null}
              <MessageContent item={item} />
            </div>
          )}
        </MessageLine>
        {item.message ? <AddProof message={item.message} /> : null}
        {receivedId ? <MessageWarning id={receivedId} kinds={warningsOf(item)} /> : null}
        {item.outgoing && hasFailed ? (
          <FailedNote outgoing={item.outgoing} onResend={onResend} onDiscard={onDiscard} />
        ) : isLast || receipt || item.outgoing || item.message?.editedAt ? (
          <Note item={item} clock={clock} receipt={receipt} />
        ) : null}
      </div>
      <ItemEventLines events={eventsAfter} clock={clock} />
    </div>
  );
});
