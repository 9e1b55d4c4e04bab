import type { EventPayload, PublicEventName } from '@selvedge/shared/platform/realtime';
import type { Publish } from '../core/publish.ts';

const INTERVAL_MS = 1_000;

/** A change of an item that waits until its interval ends. */
interface Pending {
  ownerId: string;
  send(): void;
}

/** The item that a public event is about; null if it is about a member. */
function itemOf(
  event: PublicEventName,
  payload: EventPayload<PublicEventName>,
): { id: string; ownerId?: string } | null {
  if ('listing' in payload) return { id: payload.listing.id, ownerId: payload.listing.sellerId };
  if ('wtb' in payload) return { id: payload.wtb.id, ownerId: payload.wtb.buyer.id };
  return event === 'person:removed' ? null : payload;
}

/**
 * Publishes the changes of one item at most once a second: the first one immediately, then the latest per
 * interval. New and removed items are published immediately. Each node coalesces its own events.
 */
export function coalesceChanges(publish: Publish): { publish: Publish; close(): void } {
  /** The items with an event in the last second. */
  const recent = new Map<string, { timer: NodeJS.Timeout; pending: Pending | null }>();
  let isClosed = false;

  function startInterval(id: string): void {
    const timer = setTimeout(() => {
      const { pending } = recent.get(id) ?? {};
      recent.delete(id);
      if (!pending) return;
      pending.send();
      startInterval(id);
    }, INTERVAL_MS);
    recent.set(id, { timer, pending: null });
  }
  /** Discards a pending change, because a newer event follows. */
  function endInterval(id: string): void {
    clearTimeout(recent.get(id)?.timer);
    recent.delete(id);
  }
  function discardOf(ownerId: string): void {
    for (const item of recent.values()) if (item.pending?.ownerId === ownerId) item.pending = null;
  }

  return {
    publish: {
      toPerson: publish.toPerson,
      toEveryone(event, payload, except) {
        const item = itemOf(event, payload);
        const isChange = event === 'listing:changed' || event === 'wtb:changed';
        const current = item && recent.get(item.id);
        if (isChange && current && item.ownerId !== undefined) {
          current.pending = { ownerId: item.ownerId, send: () => publish.toEveryone(event, payload, except) };
          return;
        }
        if (item) endInterval(item.id);
        if (event === 'person:removed') discardOf((payload as EventPayload<'person:removed'>).id);
        publish.toEveryone(event, payload, except);
        if (item?.ownerId !== undefined && !isClosed) startInterval(item.id);
      },
    },
    /** Publishes pending changes; from then on every change is published immediately. */
    close() {
      isClosed = true;
      for (const [id, { pending }] of recent) {
        endInterval(id);
        pending?.send();
      }
    },
  };
}
