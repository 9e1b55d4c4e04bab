import type { Bus } from '../../nodes/bus.ts';

/** What a node tells the others about a person: their first socket there has connected, or their last has closed. */
interface Change {
  personId: string;
  isConnected: boolean;
  /** Their account was suspended or deleted: they are away at once, without the grace period. */
  isGone: boolean;
}

interface ElsewhereParts {
  bus: Bus;
  /** Grace period after somebody's last socket has closed before they count as away, in milliseconds. */
  awayMs: number;
  /** The people with a socket on this node. */
  ownPeople(): string[];
  /** Called when somebody has come to the other nodes, or has left the last of them. */
  changed(personId: string, isHere: boolean): void;
}

export interface Elsewhere {
  /** Whether somebody has a socket on another node, or had one within the grace period. */
  isHere(personId: string): boolean;
  /** Whether somebody has a socket on another node right now; the grace period does not count. */
  isConnected(personId: string): boolean;
  /** Tells the other nodes of a change on this one. */
  tell(change: Change): void;
  close(): void;
}

/** Keeps account of who is on the other nodes, from what those nodes tell. */
export function createElsewhere({ bus, awayMs, ownPeople, changed }: ElsewhereParts): Elsewhere {
  const nodesOf = new Map<string, Set<string>>();
  /** People in their grace period. */
  const leaving = new Map<string, NodeJS.Timeout>();

  function stay(personId: string): void {
    clearTimeout(leaving.get(personId));
    leaving.delete(personId);
  }

  function come(node: string, personId: string): void {
    const isNew = !nodesOf.has(personId) && !leaving.has(personId);
    stay(personId);
    const nodes = nodesOf.get(personId) ?? new Set();
    nodesOf.set(personId, nodes.add(node));
    if (isNew) changed(personId, true);
  }

  function goNow(personId: string): void {
    stay(personId);
    changed(personId, false);
  }

  function go(node: string, personId: string, atOnce: boolean): void {
    const nodes = nodesOf.get(personId);
    if (!nodes?.delete(node) || nodes.size > 0) return;
    nodesOf.delete(personId);
    if (atOnce) goNow(personId);
    else leaving.set(personId, setTimeout(() => goNow(personId), awayMs).unref());
  }

  const peopleOf = (node: string) => [...nodesOf].flatMap(([id, nodes]) => (nodes.has(node) ? [id] : []));

  bus.on<Change>('presence', ({ personId, isConnected, isGone }, node) => {
    if (isConnected) come(node, personId);
    else go(node, personId, isGone);
  });
  bus.on<{ people: string[] }>('presence:all', ({ people }, node) => {
    const now = new Set(people);
    for (const personId of peopleOf(node)) if (!now.has(personId)) go(node, personId, false);
    for (const personId of now) come(node, personId);
  });
  bus.on<{ of: string }>('presence:ask', ({ of }) => {
    if (of === bus.id) bus.send('presence:all', { people: ownPeople() });
  });
  bus.onMet((node) => bus.send('presence:ask', { of: node }));
  bus.onGone((node, died) => {
    for (const personId of peopleOf(node)) go(node, personId, died);
  });

  return {
    isHere: (personId) => nodesOf.has(personId) || leaving.has(personId),
    isConnected: (personId) => bus.isUp() && nodesOf.has(personId),
    tell: (change) => bus.send('presence', change),
    close() {
      for (const timer of leaving.values()) clearTimeout(timer);
    },
  };
}
