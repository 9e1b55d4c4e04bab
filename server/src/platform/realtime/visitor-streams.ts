import { REPLAY_MS } from '@selvedge/shared/platform/limits';
import type { PublicEventName } from '@selvedge/shared/platform/realtime';
import { AppError } from '../core/errors.ts';

/** Streams per address, which a household may share. */
const STREAMS_MAX = 20;
/** A reader this far behind is disconnected, and catches up when it reconnects. */
const BUFFER_MAX_BYTES = 128 * 1024;
const REPLAY_MAX = 100;
const HEARTBEAT_MS = 20_000;
/** Milliseconds, with jitter so that readers do not all reconnect simultaneously. */
const RECONNECT_MS = { least: 1_000, spread: 2_000 };
const REFUSED_SECONDS = 60;

interface Visitor {
  address: string;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

export interface Visitors {
  send(event: PublicEventName, payload: unknown): void;
  /** Replays the events of the last `age` milliseconds, since the page was rendered. @throws rate_limited */
  open(address: string, age: number): ReadableStream<Uint8Array>;
  streams(): number;
  /** Closes every stream; their pages reconnect with jitter and fetch what they missed. */
  disconnectAll(): void;
  close(): void;
}

const encoder = new TextEncoder();

/** Live streams for visitors: without a token for a socket, they receive public events only. */
export function createVisitors(): Visitors {
  const open = new Set<Visitor>();
  const perAddress = new Map<string, number>();
  let recent: { at: number; bytes: Uint8Array }[] = [];

  function leave(visitor: Visitor): void {
    if (!open.delete(visitor)) return;
    const left = (perAddress.get(visitor.address) ?? 1) - 1;
    if (left === 0) perAddress.delete(visitor.address);
    else perAddress.set(visitor.address, left);
  }

  function send(visitor: Visitor, bytes: Uint8Array): void {
    if ((visitor.controller.desiredSize ?? 0) >= bytes.byteLength) {
      visitor.controller.enqueue(bytes);
    } else {
      leave(visitor);
      visitor.controller.error(new Error('the reader is too slow'));
    }
  }

  const beat = encoder.encode(':\n\n');
  // Proxies close silent streams, and only a write reveals that a reader has vanished.
  const heartbeat = setInterval(() => {
    for (const visitor of open) send(visitor, beat);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  function disconnectAll(): void {
    for (const visitor of open) {
      leave(visitor);
      visitor.controller.close();
    }
  }

  return {
    streams: () => open.size,
    disconnectAll,
    send(event, payload) {
      const bytes = encoder.encode(`event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`);
      const now = performance.now();
      recent = [...recent.filter(({ at }) => at > now - REPLAY_MS), { at: now, bytes }].slice(-REPLAY_MAX);
      for (const visitor of open) send(visitor, bytes);
    },

    open(address, age) {
      const count = perAddress.get(address) ?? 0;
      if (count >= STREAMS_MAX) {
        const retryAfter = REFUSED_SECONDS;
        throw new AppError('rate_limited', 'Too many pages are open.', { retryAfter });
      }
      const since = performance.now() - age;
      let visitor: Visitor;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            visitor = { address, controller };
            open.add(visitor);
            perAddress.set(address, count + 1);
            const reconnectMs = Math.round(RECONNECT_MS.least + Math.random() * RECONNECT_MS.spread);
            controller.enqueue(encoder.encode(`retry: ${reconnectMs}\n\n`));
            // Regardless of size: a reader disconnected for that would request the same events again.
            for (const { at, bytes } of recent) if (at >= since) controller.enqueue(bytes);
          },
          cancel: () => leave(visitor),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_MAX_BYTES }),
      );
    },

    close() {
      clearInterval(heartbeat);
      disconnectAll();
    },
  };
}
