import type { ItemEvent } from '@selvedge/shared/items/item-events';
import { messageClock } from '@selvedge/shared/platform/format';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FlatIndexLocationWithAlign, Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import { instance } from '../../lib/instance.ts';
import { Icon } from '../../ui/icon.tsx';
import { messaging } from '../store/messaging.ts';
import { placeEvents } from './item-events.ts';
import { Lightbox } from './lightbox.tsx';
import { MessageMenu } from './message-menu.tsx';
import { MessageRow } from './message-row.tsx';
import type { ThreadItem } from './thread-items.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useStickToEnd } from './use-stick-to-end.ts';
import './thread.css';

/**
 * Virtuoso requires positive indexes, so rows are numbered from here. `seq` is gapless, so it gives the
 * number of rows above.
 */
const INDEX_BASE = 1_000_000;
const AT_END_PX = 80;
/** The height of a single-line row, assumed for rows that are not rendered yet. */
const ROW_PX = 38;
/** The previous page is fetched when fewer rows than these are above the rendered ones. */
const ROWS_AHEAD = 12;

const clock = messageClock(instance.timeZone);
const Margin = () => <div style={{ height: 12 }} />;
const COMPONENTS = { Header: Margin, Footer: Margin };

interface ThreadProps {
  conversationId: string;
  items: ThreadItem[];
  events: ItemEvent[];
  /** Whether older or newer messages exist that are not loaded. */
  hasOlder: boolean;
  hasNewer: boolean;
  /** The `seq` of the message to start at; null starts at the end. */
  targetSeq: number | null;
  /**
   * The `seq` up to which this member has read, the other one has read, and messages have reached the other
   * one.
   */
  readSeq: number;
  otherReadSeq: number;
  otherDeliveredSeq: number;
  label: string;
}

/** Reports to the read timer whether the newest message is visible: scrolled to the end, in a visible tab. */
function useEndSeen(isAtEnd: boolean): void {
  useEffect(() => {
    const report = () => messaging.markEndSeen(isAtEnd && document.visibilityState === 'visible');
    report();
    document.addEventListener('visibilitychange', report);
    return () => {
      document.removeEventListener('visibilitychange', report);
      messaging.markEndSeen(false);
    };
  }, [isAtEnd]);
}

/**
 * The `seq` of the first unread message when the thread was opened; its mark stays until the thread is
 * closed.
 */
function useFirstUnread(items: ThreadItem[], readSeq: number): number | undefined {
  const [opened] = useState(() => ({ readSeq, end: items.findLast((item) => item.seq !== null)?.seq ?? 0 }));
  const isUnread = ({ seq, isMine }: ThreadItem) =>
    seq !== null && seq > opened.readSeq && seq <= opened.end && !isMine;
  // Without the messages before it, it may not be the first.
  const isLoaded = (items[0]?.seq ?? 1) <= opened.readSeq + 1;
  return (isLoaded && items.find(isUnread)?.seq) || undefined;
}

/** Where the list starts: centered on the message found by search, or at the end. */
const startOf = (items: ThreadItem[], targetSeq: number | null): FlatIndexLocationWithAlign => {
  const index = targetSeq === null ? -1 : items.findIndex((item) => item.seq === targetSeq);
  return index < 0 ? { index: 'LAST', align: 'end' } : { index, align: 'center' };
};

/** The receipt of the member's own message. */
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
    if (isAtEnd && items.length > 0) messaging.trimThread(conversationId);
  }, [conversationId, isAtEnd, items.length]);
  const frame = useStickToEnd(list, isListAtEnd);
  const firstUnread = useFirstUnread(items, readSeq);
  const placed = useMemo(() => placeEvents(items, events), [items, events]);
  // Appending a page to a window must not scroll the list, not even the page that completes it.
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
  const scrollerRef = useScrollAnchor(firstItemIndex);
  const lastMine = useMemo(() => items.findLast((item) => item.isMine && item.seq !== null), [items]);
  const [unsendingId, setUnsendingId] = useState<string | null>(null);
  const cancelUnsend = useCallback(() => setUnsendingId(null), []);
  const receiptOf = (item: ThreadItem) =>
    item === lastMine && item.seq !== null ? receiptFor(item.seq, otherReadSeq, otherDeliveredSeq) : null;

  return (
    <div ref={frame} style={{ position: 'relative', height: '100%' }}>
      {/* Not a live region: rows come and go with scrolling, and MessageAnnouncer announces new messages. */}
      <div role="log" aria-live="off" aria-label={label} style={{ height: '100%' }}>
        <MessageMenu items={items} onUnsend={setUnsendingId}>
          <Virtuoso
            ref={list}
            scrollerRef={scrollerRef}
            className="thread"
            data={items}
            firstItemIndex={firstItemIndex}
            initialTopMostItemIndex={start}
            defaultItemHeight={ROW_PX}
            alignToBottom
            increaseViewportBy={{ top: 400, bottom: 400 }}
            // Corrects wrong height estimates of rows above the viewport in the same frame, without a visible
            // jump.
            skipAnimationFrameInResizeObserver
            atBottomThreshold={AT_END_PX}
            components={COMPONENTS}
            // Also called when older messages are prepended: only the member's own new message may scroll the
            // list down.
            followOutput={(atEnd) => {
              const last = items.at(-1);
              const isNew = last?.key !== followed.current;
              followed.current = last?.key;
              if (wasWindow.current) return false;
              return atEnd || (isNew && last?.isMine) ? 'auto' : false;
            }}
            atBottomStateChange={setAtEnd}
            endReached={() => void messaging.loadNewerMessages(conversationId)}
            // Fetched early: a page entirely above the rendered rows does not move any of them.
            rangeChanged={({ startIndex }) => {
              if (startIndex - firstItemIndex < ROWS_AHEAD) void messaging.loadOlderMessages(conversationId);
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
                  isUnsending={item.id !== null && item.id === unsendingId}
                  onCancel={cancelUnsend}
                  onResend={messaging.resendMessage}
                  onDiscard={messaging.discardMessage}
                />
              );
            }}
          />
        </MessageMenu>
      </div>
      <Lightbox />
      {isAtEnd ? null : (
        <button
          type="button"
          className="thread-pill"
          // The pointer may be over the button while the member scrolls up: pass the wheel on to the list.
          onWheel={({ deltaY }) => list.current?.scrollBy({ top: deltaY })}
          onClick={() =>
            hasNewer
              ? void messaging.jumpToEnd(conversationId)
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
