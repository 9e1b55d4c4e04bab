import type { DomainEventName } from '../core/events.ts';
import type { AnySubscriber, Events, Subscriber } from './database.ts';

export function createEvents(): Events {
  const subscribers = new Map<DomainEventName, Subscriber<never>[]>();
  const ofAny: AnySubscriber[] = [];
  return {
    on(name, subscriber) {
      subscribers.set(name, [...(subscribers.get(name) ?? []), subscriber]);
    },
    onAny(subscriber) {
      ofAny.push(subscriber);
    },
    async emit(tx, name, event) {
      for (const subscriber of subscribers.get(name) ?? []) await subscriber(tx, event as never);
      for (const subscriber of ofAny) await subscriber(tx, name, event);
    },
  };
}
