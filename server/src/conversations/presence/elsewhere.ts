import type { Bus } from '../../platform/nodes/bus.ts';

/** Sent to the other nodes when a member's first socket on a node connects, or their last one closes. */
interface Change {
  personId: string;
  isConnected: boolean;
  /** The account was suspended or deleted, so there is no grace period. */
  isGone: boolean;
}

interface ElsewhereParts {
  bus: Bus;
  /** Grace period between a member's last disconnect and counting as away, in milliseconds. */
  awayMs: number;
  localMembers(): string[];
  /** Called when a member comes online on another node, or goes offline on the last one. */
  changed(personId: string, isHere: boolean): void;
}

interface Elsewhere {
  /** Whether a member has a socket on another node, or had one within the grace period. */
  isHere(personId: string): boolean;
  /** Whether a member has a socket on another node right now, regardless of the grace period. */
  isConnected(personId: string): boolean;
  send(change: Change): void;
  close(): void;
}

/** Tracks which members are connected to other nodes, from those nodes' bus messages. */
export function createElsewhere({ bus, awayMs, localMembers, changed }: ElsewhereParts): Elsewhere {
  const nodesOf = new Map<string, Set<string>>();
  const leaving = new Map<string, NodeJS.Timeout>();

  function cancelLeaving(personId: string): void {
    clearTimeout(leaving.get(personId));
    leaving.delete(personId);
  }

  function connected(node: string, personId: string): void {
    const isNew = !nodesOf.has(personId) && !leaving.has(personId);
    cancelLeaving(personId);
    const nodes = nodesOf.get(personId) ?? new Set();
    nodesOf.set(personId, nodes.add(node));
    if (isNew) changed(personId, true);
  }

  function markAway(personId: string): void {
    cancelLeaving(personId);
    changed(personId, false);
  }

  function disconnected(node: string, personId: string, atOnce: boolean): void {
    const nodes = nodesOf.get(personId);
    if (!nodes?.delete(node) || nodes.size > 0) return;
    nodesOf.delete(personId);
    if (atOnce) markAway(personId);
    else leaving.set(personId, setTimeout(() => markAway(personId), awayMs).unref());
  }

  const membersOn = (node: string) => [...nodesOf].flatMap(([id, nodes]) => (nodes.has(node) ? [id] : []));

  bus.on<Change>('presence', ({ personId, isConnected, isGone }, node) => {
    if (isConnected) connected(node, personId);
    else disconnected(node, personId, isGone);
  });
  bus.on<{ people: string[] }>('presence:all', ({ people }, node) => {
    const now = new Set(people);
    for (const personId of membersOn(node)) if (!now.has(personId)) disconnected(node, personId, false);
    for (const personId of now) connected(node, personId);
  });
  bus.on<{ of: string }>('presence:ask', ({ of }) => {
    if (of === bus.id) bus.send('presence:all', { people: localMembers() });
  });
  bus.onMet((node) => bus.send('presence:ask', { of: node }));
  bus.onGone((node, died) => {
    for (const personId of membersOn(node)) disconnected(node, personId, died);
  });

  return {
    isHere: (personId) => nodesOf.has(personId) || leaving.has(personId),
    isConnected: (personId) => bus.isUp() && nodesOf.has(personId),
    send: (change) => bus.send('presence', change),
    close() {
      for (const timer of leaving.values()) clearTimeout(timer);
    },
  };
}
