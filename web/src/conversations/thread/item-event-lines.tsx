import type { ItemEvent } from '@selvedge/shared/items/item-events';
import type { messageClock } from '@selvedge/shared/platform/format';
import { DayLabel } from './day-label.tsx';
import { eventText } from './item-events.ts';

interface ItemEventLinesProps {
  events: ItemEvent[] | undefined;
  clock: ReturnType<typeof messageClock>;
}

/** The item's events, each with its own day and time, because that day may have no message. */
export function ItemEventLines({ events = [], clock }: ItemEventLinesProps) {
  return events.map((event) => (
    <div key={event.id} className="thread-event">
      {eventText(event)} ·{' '}
      <time dateTime={event.at}>
        <DayLabel clock={clock} at={event.at} />, {clock.time(event.at)}
      </time>
    </div>
  ));
}
