import type { Bus } from '../nodes/bus.ts';

/** What a node tells of a person: that their first socket has come, or their last one gone. */
interface Change {
  personId: string;
  isConnected: boolean;
  isGone: boolean;
}

interface ElsewhereParts {
  bus: Bus;
  /** How long somebody without a socket is still here, in milliseconds. */
  awayMs: number;
  /** Who has a socket on this node. */
  ownPeople(): string[];
  /** Somebody has come to or gone from the other nodes. */
  changed(personId: string, isHere: boolean): void;
}

export interface Elsewhere {
  /** Whether somebody has a socket on another node, or had one just now. */
  isHere(personId: string): boolean;
  /** Whether they have one now. */
  isConnected(personId: string): boolean;
  /** Tells the others of a change on this node. */
  tell(change: Change): void;
  close(): void;
}

/** Who is on the other nodes, as those tell it. */
export function createElsewhere({ bus, awayMs, ownPeople, changed }: ElsewhereParts): Elsewhere {
  const nodesOf = new Map<string, Set<string>>();
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

  bus.hear<Change>('presence', ({ personId, isConnected, isGone }, node) => {
    if (isConnected) come(node, personId);
    else go(node, personId, isGone);
  });
  bus.hear<{ people: string[] }>('presence:all', ({ people }, node) => {
    const now = new Set(people);
    for (const personId of peopleOf(node)) if (!now.has(personId)) go(node, personId, false);
    for (const personId of now) come(node, personId);
  });
  bus.hear<{ of: string }>('presence:ask', ({ of }) => {
    if (of === bus.id) bus.tell('presence:all', { people: ownPeople() });
  });
  bus.onMet((node) => bus.tell('presence:ask', { of: node }));
  bus.onGone((node, died) => {
    for (const personId of peopleOf(node)) go(node, personId, died);
  });

  return {
    isHere: (personId) => nodesOf.has(personId) || leaving.has(personId),
    isConnected: (personId) => bus.isUp() && nodesOf.has(personId),
    tell: (change) => bus.tell('presence', change),
    close() {
      for (const timer of leaving.values()) clearTimeout(timer);
    },
  };
}
