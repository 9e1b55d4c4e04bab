import type { EventName, EventPayload, PublicEventName } from '@selvedge/shared/platform/realtime';
import { type OnPublished, observed, type Publish } from '../core/publish.ts';
import type { Bus } from '../nodes/bus.ts';
import { coalesceChanges } from './coalesce-changes.ts';

// Bus messages name the event `fact`, because nodes of an earlier release read it during a rolling upgrade.
interface ToMember {
  userId: string;
  fact: EventName;
  payload: never;
}
interface ToEveryone {
  fact: PublicEventName;
  payload: never;
  except: string[];
}

export interface AcrossNodes {
  bus: Bus;
  publish: Publish;
  onPublished(listener: OnPublished): void;
  close(): void;
}

/** @param here publishes to this node's clients at once, whether or not other nodes are reachable */
export function acrossNodes(bus: Bus, here: Publish): AcrossNodes {
  const listeners: OnPublished[] = [];
  const local = observed(here, (to, event, payload) => {
    for (const listener of listeners) listener(to, event, payload);
  });
  bus.on<ToMember>('to-person', ({ userId, fact, payload }) => local.toMember(userId, fact, payload));
  bus.on<ToEveryone>('to-everyone', ({ fact, payload, except }) => local.toEveryone(fact, payload, except));
  const { publish, close } = coalesceChanges({
    toMember<F extends EventName>(userId: string, event: F, payload: EventPayload<F>) {
      local.toMember(userId, event, payload);
      bus.send('to-person', { userId, fact: event, payload });
    },
    toEveryone<F extends PublicEventName>(
      event: F,
      payload: EventPayload<F>,
      except: readonly string[] = [],
    ) {
      local.toEveryone(event, payload, except);
      bus.send('to-everyone', { fact: event, payload, except });
    },
  });
  return { bus, publish, onPublished: (listener) => void listeners.push(listener), close };
}
