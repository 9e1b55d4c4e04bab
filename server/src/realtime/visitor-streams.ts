import { REPLAY_MS } from '@selvedge/shared/limits';
import type { PublicEventName } from '@selvedge/shared/realtime';
import { AppError } from '../core/errors.ts';

/** Streams that one address may have open; a household may share it. */
const STREAMS_MAX = 20;
/** A reader that is this far behind is disconnected, and catches up when it reconnects. */
const BUFFER_MAX_BYTES = 128 * 1024;
/** At most this many recent events are kept for replay. */
const REPLAY_MAX = 100;
const HEARTBEAT_MS = 20_000;
/** How long readers wait before they reconnect, spread so that not all do so at once; milliseconds. */
const BACK_MS = { least: 1_000, spread: 2_000 };
const REFUSED_SECONDS = 60;

interface Visitor {
  address: string;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

export interface Visitors {
  /** Sends a public event to every open stream. */
  send(event: PublicEventName, payload: unknown): void;
  /**
   * A stream of server-sent events for one page.
   * @param age milliseconds since the page was made: the stream begins with the events told since.
   * @throws rate_limited when the address has too many streams open.
   */
  open(address: string, age: number): ReadableStream<Uint8Array>;
  /** How many streams are open. */
  streams(): number;
  /** Ends every stream; their pages reconnect, spread over time, and ask for what they missed. */
  cutAll(): void;
  /** Ends every stream, for good. */
  close(): void;
}

const encoder = new TextEncoder();

/** Live streams for pages without a sign-in: having no token for a socket, they hear public events only. */
export function createVisitors(): Visitors {
  const open = new Set<Visitor>();
  const perAddress = new Map<string, number>();
  let told: { at: number; bytes: Uint8Array }[] = [];

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
  // Proxies close silent streams, and only a write shows that a reader has vanished.
  const heartbeat = setInterval(() => {
    for (const visitor of open) send(visitor, beat);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  function cutAll(): void {
    for (const visitor of open) {
      leave(visitor);
      visitor.controller.close();
    }
  }

  return {
    streams: () => open.size,
    cutAll,
    send(event, payload) {
      const bytes = encoder.encode(`event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`);
      const now = performance.now();
      told = [...told.filter(({ at }) => at > now - REPLAY_MS), { at: now, bytes }].slice(-REPLAY_MAX);
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
            const back = Math.round(BACK_MS.least + Math.random() * BACK_MS.spread);
            controller.enqueue(encoder.encode(`retry: ${back}\n\n`));
            // Sent whatever its size: a reader that was cut off over it would reconnect and ask for the same.
            for (const { at, bytes } of told) if (at >= since) controller.enqueue(bytes);
          },
          cancel: () => leave(visitor),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_MAX_BYTES }),
      );
    },

    close() {
      clearInterval(heartbeat);
      cutAll();
    },
  };
}
