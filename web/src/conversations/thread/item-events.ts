import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { ItemEvent } from '@selvedge/shared/items/item-events';
import { useQuery } from '@tanstack/react-query';
import { apiList } from '../../lib/api.ts';
import { formatPrice } from '../../lib/price.ts';
import { ITEM_EVENTS } from '../keys.ts';
import type { ThreadItem } from './thread-items.ts';

const NONE: ItemEvent[] = [];

/** The events of a conversation's item since the conversation began, oldest first. */
export function useItemEvents(conversation: Conversation | undefined): ItemEvent[] {
  const { id, listingId, wtbListingId } = conversation ?? {};
  const { data } = useQuery({
    queryKey: [ITEM_EVENTS, listingId ?? wtbListingId, id],
    queryFn: () => apiList<ItemEvent>(`/api/conversations/${id}/events`),
    enabled: id !== undefined,
  });
  return data ?? NONE;
}

const TEXTS: Record<ItemEvent['kind'], (from: string, to: string) => string> = {
  price: (from, to) => `Price changed from ${from} to ${to}`,
  budget: (from, to) => `Budget changed from ${from} to ${to}`,
  sold: () => 'Marked as sold',
  unsold: () => 'Back on sale',
  found: () => 'Marked as found',
  removed: () => 'This listing was removed',
};

export function eventText({ kind, from = '0', to = '0' }: ItemEvent): string {
  return TEXTS[kind](formatPrice(from), formatPrice(to));
}

/** Events next to a message, by the message's key. */
interface PlacedEvents {
  before: ReadonlyMap<string, ItemEvent[]>;
  /** After the last stored message. */
  after: ReadonlyMap<string, ItemEvent[]>;
}

/**
 * Places events between messages by time; messages stay in their own order. Events before the first loaded
 * message are left out until older messages are loaded.
 */
export function placeEvents(items: ThreadItem[], events: ItemEvent[]): PlacedEvents {
  const stored = items.filter((item) => item.seq !== null);
  const [first] = stored;
  const isFromStart = first?.seq === 1;
  const before = new Map<string, ItemEvent[]>();
  let next = 0;
  for (const item of stored) {
    const earlier: ItemEvent[] = [];
    for (let event = events[next]; event && event.at < item.createdAt; event = events[next]) {
      earlier.push(event);
      next += 1;
    }
    if (earlier.length > 0 && (item !== first || isFromStart)) before.set(item.key, earlier);
  }
  const last = stored.at(-1);
  const later = events.slice(next);
  return { before, after: new Map(last && later.length > 0 ? [[last.key, later]] : []) };
}
