import { messageClock } from '@selvedge/shared/format';
import type { ItemEvent } from '@selvedge/shared/item-events';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type FlatIndexLocationWithAlign, Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import { instance } from '../lib/instance.ts';
import { Icon } from '../ui/icon.tsx';
import { placeEvents } from './item-events.ts';
import { Lightbox } from './lightbox.tsx';
import { MessageRow } from './message-row.tsx';
import { messaging } from './messaging.ts';
import type { ThreadItem } from './thread-items.ts';
import { useHeldPlace } from './use-held-place.ts';
import { useKeptEnd } from './use-kept-end.ts';
import './thread.css';

/** Virtuoso numbers its items from a positive start; `seq` is gapless, so it counts what lies above. */
const INDEX_BASE = 1_000_000;
const AT_END_PX = 80;
/** What a row of one line takes: what is not drawn yet is thought to be as high. */
const ROW_PX = 38;
/** With fewer rows than these above what is drawn, the page before them is fetched. */
const ROWS_AHEAD = 12;

const clock = messageClock(instance.timeZone);
const Margin = () => <div style={{ height: 12 }} />;
const COMPONENTS = { Header: Margin, Footer: Margin };

interface ThreadProps {
  conversationId: string;
  items: ThreadItem[];
  events: ItemEvent[];
  /** Whether more lies before, and behind, that is not held. */
  hasOlder: boolean;
  hasNewer: boolean;
  /** The message to begin at; otherwise it is the end. */
  targetSeq: number | null;
  /** Up to which `seq` I have read, and the other person, and what has reached them. */
  readSeq: number;
  otherReadSeq: number;
  otherDeliveredSeq: number;
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

/** Where the list begins: at the message that was looked for, in the middle, or at the end. */
const startOf = (items: ThreadItem[], targetSeq: number | null): FlatIndexLocationWithAlign => {
  const index = targetSeq === null ? -1 : items.findIndex((item) => item.seq === targetSeq);
  return index < 0 ? { index: 'LAST', align: 'end' } : { index, align: 'center' };
};

/** How far a message of mine has come. */
const receiptFor = (seq: number, readSeq: number, deliveredSeq: number) =>
  seq <= readSeq ? 'Read' : seq <= deliveredSeq ? 'Delivered' : 'Sent';

export function Thread(props: ThreadProps) {
  const { conversationId, items, events, hasOlder, hasNewer, targetSeq } = props;
  const { readSeq, otherReadSeq, otherDeliveredSeq, label } = props;
  const list = useRef<VirtuosoHandle>(null);
  const [start] = useState(() => startOf(items, targetSeq));
  const [isListAtEnd, setAtEnd] = useState(start.index === 'LAST');
  const isAtEnd = isListAtEnd && !hasNewer;
  useEndSeen(isAtEnd);
  useEffect(() => {
    if (isAtEnd && items.length > 0) messaging.threadEndShown(conversationId);
  }, [conversationId, isAtEnd, items.length]);
  const frame = useKeptEnd(list, isListAtEnd);
  const firstUnread = useFirstUnread(items, readSeq);
  const placed = useMemo(() => placeEvents(items, events), [items, events]);
  // A page put behind the window is read on from where one is, as the last one is.
  const wasWindow = useRef(hasNewer);
  useEffect(() => {
    wasWindow.current = hasNewer;
  });

  const lastKey = items.at(-1)?.key;
  const [seenKey, setSeenKey] = useState(lastKey);
  if (isAtEnd && seenKey !== lastKey) setSeenKey(lastKey);
  const unseen = items.length - 1 - items.findLastIndex((item) => item.key === seenKey);

  const followed = useRef(lastKey);
  const firstItemIndex = INDEX_BASE + (items[0]?.seq ?? 0);
  const held = useHeldPlace(firstItemIndex);
  const lastMine = useMemo(() => items.findLast((item) => item.isMine && item.seq !== null), [items]);
  const receiptOf = (item: ThreadItem) =>
    item === lastMine && item.seq !== null ? receiptFor(item.seq, otherReadSeq, otherDeliveredSeq) : null;

  return (
    <div ref={frame} style={{ position: 'relative', height: '100%' }}>
      {/* Rows come and go with scrolling: what is new is read out elsewhere. */}
      <div role="log" aria-live="off" aria-label={label} style={{ height: '100%' }}>
        <Virtuoso
          ref={list}
          scrollerRef={held}
          className="thread"
          data={items}
          firstItemIndex={firstItemIndex}
          initialTopMostItemIndex={start}
          defaultItemHeight={ROW_PX}
          alignToBottom
          increaseViewportBy={{ top: 400, bottom: 400 }}
          // Rows above the view that turn out higher than thought are made up for in the frame that shows them.
          skipAnimationFrameInResizeObserver
          atBottomThreshold={AT_END_PX}
          components={COMPONENTS}
          // Also asked when older messages are put before: only a new message of mine may pull the view down.
          followOutput={(atEnd) => {
            const last = items.at(-1);
            const isNew = last?.key !== followed.current;
            followed.current = last?.key;
            if (wasWindow.current) return false;
            return atEnd || (isNew && last?.isMine) ? 'auto' : false;
          }}
          atBottomStateChange={setAtEnd}
          endReached={() => void messaging.windowEndReached(conversationId)}
          // Asked for early: a page that lies wholly above what is drawn moves nothing of it.
          rangeChanged={({ startIndex }) => {
            if (startIndex - firstItemIndex < ROWS_AHEAD) void messaging.threadStartReached(conversationId);
          }}
          computeItemKey={(_, item) => item.key}
          itemContent={(index, item) => {
            const at = index - firstItemIndex;
            return (
              <MessageRow
                item={item}
                previous={items[at - 1]}
                next={items[at + 1]}
                isBeginning={at === 0 && !hasOlder}
                clock={clock}
                eventsBefore={placed.before.get(item.key)}
                eventsAfter={placed.after.get(item.key)}
                isFirstUnread={item.seq !== null && item.seq === firstUnread}
                isTarget={item.seq !== null && item.seq === targetSeq}
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
          // It comes under the pointer of who goes up from where it was pressed.
          onWheel={({ deltaY }) => list.current?.scrollBy({ top: deltaY })}
          onClick={() =>
            hasNewer
              ? void messaging.threadEndWanted(conversationId)
              : list.current?.scrollToIndex({ index: 'LAST', align: 'end' })
          }
        >
          <Icon name="down" size={15} />
          {unseen > 0 && !hasNewer ? `${unseen} new message${unseen === 1 ? '' : 's'}` : 'Latest'}
        </button>
      )}
    </div>
  );
}
