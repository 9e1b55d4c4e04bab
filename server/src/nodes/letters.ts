import * as z from 'zod';

/** What one node tells the others. They are numbered, for those who miss one to notice. */
export const Letter = z.object({ node: z.string(), n: z.int(), topic: z.string(), payload: z.unknown() });
export type Letter = z.output<typeof Letter>;

/** Without a letter for so long a node is dead. */
const SILENCE_MAX_MS = 12_000;

interface Listeners {
  letter(letter: Letter): void;
  met(node: string): void;
  lost(): void;
  gone(node: string, died: boolean): void;
}

export const GOODBYE = 'goodbye';

/** Keeps account of what was heard from each other node. */
export function createAccount(
  self: string,
  { letter, met, lost, gone }: Listeners,
  now = () => performance.now(),
) {
  /** The number of the last letter of each node that ever was; a late repetition is no news. */
  const reached = new Map<string, number>();
  const alive = new Map<string, number>();

  return {
    /**
     * It was told before this node began to listen. Whoever is heard for the first time later is heard from their first
     * letter on, or something is lost.
     */
    toldBefore({ node, n }: Letter): void {
      reached.set(node, Math.max(n, reached.get(node) ?? 0));
    },
    heard(one: Letter): void {
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
    /** Nobody could be heard until now, which says nothing about them. */
    heardAgain(): void {
      for (const node of alive.keys()) alive.set(node, now());
    },
    /** Looks for nodes that are silent. */
    look(): void {
      for (const [node, at] of alive) {
        if (now() - at <= SILENCE_MAX_MS) continue;
        alive.delete(node);
        gone(node, true);
      }
    },
  };
}
