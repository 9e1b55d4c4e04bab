import * as z from 'zod';

/** A message from one node to the others. Each node numbers its letters, so that receivers notice a gap. */
export const BusMessage = z.object({ node: z.string(), n: z.int(), topic: z.string(), payload: z.unknown() });
export type BusMessage = z.output<typeof BusMessage>;

/** A node counts as dead when no letter of it has come for this long. */
const SILENCE_MAX_MS = 12_000;

interface Listeners {
  letter(letter: BusMessage): void;
  met(node: string): void;
  lost(): void;
  gone(node: string, died: boolean): void;
}

export const GOODBYE = 'goodbye';

/** Keeps account of which letters were heard from each other node, and of which nodes are alive. */
export function createAccount(
  self: string,
  { letter, met, lost, gone }: Listeners,
  now = () => performance.now(),
) {
  /** The number of the last letter heard from each node, dead ones included: a late duplicate is ignored. */
  const reached = new Map<string, number>();
  /** When each living node was last heard. */
  const alive = new Map<string, number>();

  return {
    /**
     * Notes a letter from before this node began to listen. A node that is not noted here has to be heard from its
     * letter number 1 on; otherwise letters of it were lost.
     */
    toldBefore({ node, n }: BusMessage): void {
      reached.set(node, Math.max(n, reached.get(node) ?? 0));
    },
    heard(one: BusMessage): void {
      const { node, n, topic } = one;
      const last = reached.get(node);
      if (node === self || (last !== undefined && n <= last)) return;
      const wasAlive = alive.has(node);
      reached.set(node, n);
      alive.set(node, now());
      const isHole = n > (last ?? 0) + 1;
      if (!wasAlive || isHole) met(node);
      if (isHole) lost();
      if (topic === GOODBYE) {
        alive.delete(node);
        gone(node, false);
      } else {
        letter(one);
      }
    },
    /** The connection is back: the silence until now says nothing about the other nodes. */
    heardAgain(): void {
      for (const node of alive.keys()) alive.set(node, now());
    },
    /** Declares nodes dead that have been silent for too long. */
    look(): void {
      for (const [node, at] of alive) {
        if (now() - at <= SILENCE_MAX_MS) continue;
        alive.delete(node);
        gone(node, true);
      }
    },
  };
}
