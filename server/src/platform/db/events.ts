import type { DomainEventName } from '../core/events.ts';
import type { Events, Subscriber } from './database.ts';

export function createEvents(): Events {
  const subscribers = new Map<DomainEventName, Subscriber<never>[]>();
  return {
    on(name, subscriber) {
      subscribers.set(name, [...(subscribers.get(name) ?? []), subscriber]);
    },
    async emit(tx, name, event) {
      for (const subscriber of subscribers.get(name) ?? []) await subscriber(tx, event as never);
    },
  };
}
