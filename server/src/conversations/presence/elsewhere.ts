import type { Bus } from '../../platform/nodes/bus.ts';

/** Sent to the other nodes when a member's first socket on a node connects, or their last one closes. */
interface Change {
  memberId: string;
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
  changed(memberId: string, isHere: boolean): void;
}

interface Elsewhere {
  /** Whether a member has a socket on another node, or had one within the grace period. */
  isHere(memberId: string): boolean;
  /** Whether a member has a socket on another node right now, regardless of the grace period. */
  isConnected(memberId: string): boolean;
  send(change: Change): void;
  close(): void;
}

/** Tracks which members are connected to other nodes, from those nodes' bus messages. */
export function createElsewhere({ bus, awayMs, localMembers, changed }: ElsewhereParts): Elsewhere {
  const nodesOf = new Map<string, Set<string>>();
  const leaving = new Map<string, NodeJS.Timeout>();

  function cancelLeaving(memberId: string): void {
    clearTimeout(leaving.get(memberId));
    leaving.delete(memberId);
  }

  function connected(node: string, memberId: string): void {
    const isNew = !nodesOf.has(memberId) && !leaving.has(memberId);
    cancelLeaving(memberId);
    const nodes = nodesOf.get(memberId) ?? new Set();
    nodesOf.set(memberId, nodes.add(node));
    if (isNew) changed(memberId, true);
  }

  function markAway(memberId: string): void {
    cancelLeaving(memberId);
    changed(memberId, false);
  }

  function disconnected(node: string, memberId: string, atOnce: boolean): void {
    const nodes = nodesOf.get(memberId);
    if (!nodes?.delete(node) || nodes.size > 0) return;
    nodesOf.delete(memberId);
    if (atOnce) markAway(memberId);
    else leaving.set(memberId, setTimeout(() => markAway(memberId), awayMs).unref());
  }

  const membersOn = (node: string) => [...nodesOf].flatMap(([id, nodes]) => (nodes.has(node) ? [id] : []));

  bus.on<Change>('presence', ({ memberId, isConnected, isGone }, node) => {
    if (isConnected) connected(node, memberId);
    else disconnected(node, memberId, isGone);
  });
  bus.on<{ people: string[] }>('presence:all', ({ people }, node) => {
    const now = new Set(people);
    for (const memberId of membersOn(node)) if (!now.has(memberId)) disconnected(node, memberId, false);
    for (const memberId of now) connected(node, memberId);
  });
  bus.on<{ of: string }>('presence:ask', ({ of }) => {
    if (of === bus.id) bus.send('presence:all', { people: localMembers() });
  });
  bus.onMet((node) => bus.send('presence:ask', { of: node }));
  bus.onGone((node, died) => {
    for (const memberId of membersOn(node)) disconnected(node, memberId, died);
  });

  return {
    isHere: (memberId) => nodesOf.has(memberId) || leaving.has(memberId),
    isConnected: (memberId) => bus.isUp() && nodesOf.has(memberId),
    send: (change) => bus.send('presence', change),
    close() {
      for (const timer of leaving.values()) clearTimeout(timer);
    },
  };
}
