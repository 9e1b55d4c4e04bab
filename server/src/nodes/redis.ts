import type { Logger } from '../log.ts';

/** A Redis that is silent for longer has its connections closed, so that nobody waits for it. */
const SILENCE_MAX_MS = 3_000;
/** Below the above, or a quiet connection would be taken for a dead one. */
export const ASK_EVERY_MS = 1_000;
/** How long a connection is waited for before the server starts without it. */
const FIRST_MS = 2_000;
const RETRY_MAX_MS = 1_000;

/**
 * A connection to Redis that comes back by itself. While it is away commands fail at once: whoever asks goes on without.
 * Resolves when it is there, or after a moment without it.
 * @param firstMs how long that moment is; none where another connection has waited in vain.
 */
export async function openRedis(url: string, log: Logger, firstMs = FIRST_MS) {
  // Whoever runs one process alone does not wait for it to load.
  const { createClient } = await import('redis');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: ASK_EVERY_MS,
    socket: {
      connectTimeout: SILENCE_MAX_MS,
      socketTimeout: SILENCE_MAX_MS,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 10), RETRY_MAX_MS),
    },
  });
  // What is written to a socket counts as life of it, so it would never be closed while commands go to a Redis that is
  // silent, and those would pile up. Only what it answers tells.
  let heardAt = Number.NEGATIVE_INFINITY;
  const heard = () => {
    heardAt = performance.now();
  };
  client.on('ready', heard);
  client.on('ping-interval', heard);
  let isDown = false;
  client.on('error', (error: unknown) => {
    if (!isDown) log.error({ err: error }, 'Redis does not answer; this node goes on without the others');
    isDown = true;
  });
  client.on('ready', () => {
    if (isDown) log.warn('Redis answers again');
    isDown = false;
  });
  const patience = new AbortController();
  await Promise.race([
    client.connect().catch(() => undefined),
    new Promise((resolve) => {
      const timer = setTimeout(resolve, firstMs);
      patience.signal.addEventListener('abort', () => clearTimeout(timer));
      client.once('ready', resolve);
    }),
  ]);
  patience.abort();
  return {
    url,
    client,
    /** Whether it is worth asking: who writes to one that is silent keeps the connection from being closed. */
    isAnswering: () => client.isReady && performance.now() - heardAt <= SILENCE_MAX_MS,
    close(): void {
      client.destroy();
    },
  };
}
export type Redis = Awaited<ReturnType<typeof openRedis>>;
