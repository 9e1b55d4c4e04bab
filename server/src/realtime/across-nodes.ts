import type { Fact, FactName, PublicFactName } from '@selvedge/shared/realtime';
import { type Overhear, overheard, type Publish } from '../core/publish.ts';
import type { Bus } from '../nodes/bus.ts';
import { coalesceChanges } from './coalesce-changes.ts';

interface ToPerson {
  userId: string;
  fact: FactName;
  payload: never;
}
interface ToEveryone {
  fact: PublicFactName;
  payload: never;
  except: string[];
}

export interface AcrossNodes {
  bus: Bus;
  /** Publishes on every node. */
  publish: Publish;
  /** Adds a listener for every fact that is published on this node, whichever node it comes from. */
  overhear(hear: Overhear): void;
  /** Publishes the changes that wait for the end of their interval. */
  close(): void;
}

/** @param here publishes to the people of this node: at once, whether or not the other nodes can be reached. */
export function acrossNodes(bus: Bus, here: Publish): AcrossNodes {
  const hearers: Overhear[] = [];
  const local = overheard(here, (to, fact, payload) => {
    for (const hear of hearers) hear(to, fact, payload);
  });
  bus.hear<ToPerson>('to-person', ({ userId, fact, payload }) => local.toPerson(userId, fact, payload));
  bus.hear<ToEveryone>('to-everyone', ({ fact, payload, except }) => local.toEveryone(fact, payload, except));
  const { publish, close } = coalesceChanges({
    toPerson<F extends FactName>(userId: string, fact: F, payload: Fact<F>) {
      local.toPerson(userId, fact, payload);
      bus.tell('to-person', { userId, fact, payload });
    },
    toEveryone<F extends PublicFactName>(fact: F, payload: Fact<F>, except: readonly string[] = []) {
      local.toEveryone(fact, payload, except);
      bus.tell('to-everyone', { fact, payload, except });
    },
  });
  return { bus, publish, overhear: (hear) => void hearers.push(hear), close };
}
