import * as z from 'zod';

/** A message from one node to the others. Each node numbers its messages, so that receivers notice gaps. */
export const BusMessage = z.object({ node: z.string(), n: z.int(), topic: z.string(), payload: z.unknown() });
export type BusMessage = z.output<typeof BusMessage>;

/** A node counts as dead if none of its messages arrives for this long. */
const SILENCE_MAX_MS = 12_000;

interface Listeners {
  message(message: BusMessage): void;
  met(node: string): void;
  lost(): void;
  gone(node: string, died: boolean): void;
}

export const GOODBYE = 'goodbye';

export function createPeerTracker(
  self: string,
  { message, met, lost, gone }: Listeners,
  now = () => performance.now(),
) {
  /** The number of the last message from each node, including dead ones, so that late duplicates are ignored. */
  const lastSeen = new Map<string, number>();
  const alive = new Map<string, number>();

  return {
    /** Any node not recorded here must start at message 1; otherwise messages were lost. */
    noteEarlier({ node, n }: BusMessage): void {
      lastSeen.set(node, Math.max(n, lastSeen.get(node) ?? 0));
    },
    receive(received: BusMessage): void {
      const { node, n, topic } = received;
      const last = lastSeen.get(node);
      if (node === self || (last !== undefined && n <= last)) return;
      const wasAlive = alive.has(node);
      lastSeen.set(node, n);
      alive.set(node, now());
      const hasGap = n > (last ?? 0) + 1;
      if (!wasAlive || hasGap) met(node);
      if (hasGap) lost();
      if (topic === GOODBYE) {
        alive.delete(node);
        gone(node, false);
      } else {
        message(received);
      }
    },
    /** The connection is back: the silence so far says nothing about the other nodes. */
    reconnected(): void {
      for (const node of alive.keys()) alive.set(node, now());
    },
    checkSilence(): void {
      for (const [node, at] of alive) {
        if (now() - at <= SILENCE_MAX_MS) continue;
        alive.delete(node);
        gone(node, true);
      }
    },
  };
}
