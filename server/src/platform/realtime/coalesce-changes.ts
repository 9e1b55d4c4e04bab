import type { EventPayload, PublicEventName } from '@selvedge/shared/platform/realtime';
import type { Publish } from '../core/publish.ts';

const INTERVAL_MS = 1_000;

interface Pending {
  ownerId: string;
  send(): void;
}

function itemOf(
  event: PublicEventName,
  payload: EventPayload<PublicEventName>,
): { id: string; ownerId?: string } | null {
  if ('listing' in payload) return { id: payload.listing.id, ownerId: payload.listing.sellerId };
  if ('wtb' in payload) return { id: payload.wtb.id, ownerId: payload.wtb.buyer.id };
  return event === 'person:removed' ? null : payload;
}

/** The first change of an item is published at once, then the latest per interval. Each node does its own. */
export function coalesceChanges(publish: Publish): { publish: Publish; close(): void } {
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
  function endInterval(id: string): void {
    clearTimeout(recent.get(id)?.timer);
    recent.delete(id);
  }
  function discardOf(ownerId: string): void {
    for (const item of recent.values()) if (item.pending?.ownerId === ownerId) item.pending = null;
  }

  return {
    publish: {
      toMember: publish.toMember,
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
