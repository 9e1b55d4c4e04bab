import { messageClock } from '@selvedge/shared/format';
import type { ItemEvent } from '@selvedge/shared/item-events';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import { instance } from '../lib/instance.ts';
import { Icon } from '../ui/icon.tsx';
import { placeEvents } from './item-events.ts';
import { Lightbox } from './lightbox.tsx';
import { MessageRow } from './message-row.tsx';
import { messaging } from './messaging.ts';
import type { ThreadItem } from './thread-items.ts';
import './thread.css';

/** Virtuoso numbers its items from a positive start; `seq` is gapless, so it counts what lies above. */
const INDEX_BASE = 1_000_000;
const AT_END_PX = 80;

const clock = messageClock(instance.timeZone);
const Margin = () => <div style={{ height: 12 }} />;
const COMPONENTS = { Header: Margin, Footer: Margin };

interface ThreadProps {
  conversationId: string;
  items: ThreadItem[];
  events: ItemEvent[];
  /** Up to which `seq` I have read, and the other person. */
  readSeq: number;
  otherReadSeq: number;
  label: string;
}

/** Tells the read timer whether the newest message can be seen: the list at its end in a visible tab. */
function useEndSeen(isAtEnd: boolean): void {
  useEffect(() => {
    const tell = () => messaging.endSeen(isAtEnd && document.visibilityState === 'visible');
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => {
      document.removeEventListener('visibilitychange', tell);
      messaging.endSeen(false);
    };
  }, [isAtEnd]);
}

/** The `seq` of the first message that was unread when the thread was opened; the mark stays until it is left. */
function useFirstUnread(items: ThreadItem[], readSeq: number): number | undefined {
  const [opened] = useState(() => ({ readSeq, end: items.findLast((item) => item.seq !== null)?.seq ?? 0 }));
  const isUnread = ({ seq, isMine }: ThreadItem) =>
    seq !== null && seq > opened.readSeq && seq <= opened.end && !isMine;
  // Where messages above are not held yet, the first may be among them.
  const isHeld = (items[0]?.seq ?? 1) <= opened.readSeq + 1;
  return (isHeld && items.find(isUnread)?.seq) || undefined;
}

export function Thread({ conversationId, items, events, readSeq, otherReadSeq, label }: ThreadProps) {
  const list = useRef<VirtuosoHandle>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  useEndSeen(isAtEnd);
  const firstUnread = useFirstUnread(items, readSeq);
  const placed = useMemo(() => placeEvents(items, events), [items, events]);

  const lastKey = items.at(-1)?.key;
  const [seenKey, setSeenKey] = useState(lastKey);
  if (isAtEnd && seenKey !== lastKey) setSeenKey(lastKey);
  const unseen = items.length - 1 - items.findLastIndex((item) => item.key === seenKey);

  const followed = useRef(lastKey);
  const firstItemIndex = INDEX_BASE + (items[0]?.seq ?? 0);
  const lastMine = useMemo(() => items.findLast((item) => item.isMine && item.seq !== null), [items]);
  const receiptOf = (item: ThreadItem) =>
    item === lastMine && item.seq !== null ? (item.seq <= otherReadSeq ? 'Read' : 'Sent') : null;

  return (
    <div style={{ position: 'relative', height: '100%' }}>
      <div role="log" aria-label={label} style={{ height: '100%' }}>
        <Virtuoso
          ref={list}
          className="thread"
          data={items}
          firstItemIndex={firstItemIndex}
          initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
          alignToBottom
          increaseViewportBy={{ top: 800, bottom: 400 }}
          atBottomThreshold={AT_END_PX}
          components={COMPONENTS}
          // Also asked when older messages are put before: only a new message of mine may pull the view down.
          followOutput={(atEnd) => {
            const last = items.at(-1);
            const isNew = last?.key !== followed.current;
            followed.current = last?.key;
            return atEnd || (isNew && last?.isMine) ? 'auto' : false;
          }}
          atBottomStateChange={setAtEnd}
          startReached={() => void messaging.threadStartReached(conversationId)}
          computeItemKey={(_, item) => item.key}
          itemContent={(index, item) => {
            const at = index - firstItemIndex;
            return (
              <MessageRow
                item={item}
                previous={items[at - 1]}
                next={items[at + 1]}
                clock={clock}
                eventsBefore={placed.before.get(item.key)}
                eventsAfter={placed.after.get(item.key)}
                isFirstUnread={item.seq !== null && item.seq === firstUnread}
                receipt={receiptOf(item)}
                onResend={messaging.resendChosen}
                onDiscard={messaging.discardChosen}
              />
            );
          }}
        />
      </div>
      <Lightbox />
      {isAtEnd ? null : (
        <button
          type="button"
          className="thread-pill"
          onClick={() => list.current?.scrollToIndex({ index: 'LAST', align: 'end' })}
        >
          <Icon name="down" size={15} />
          {unseen > 0 ? `${unseen} new message${unseen === 1 ? '' : 's'}` : 'Latest'}
        </button>
      )}
    </div>
  );
}
