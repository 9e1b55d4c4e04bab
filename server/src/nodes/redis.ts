import type { Logger } from '../observability/log.ts';

/** Connections to a Redis that is silent for longer are closed, so that nobody waits for it. */
const SILENCE_MAX_MS = 3_000;
/** Between two pings: less than `SILENCE_MAX_MS`, or a quiet connection would be taken for a dead one. */
export const ASK_EVERY_MS = 1_000;
/** How long the start of the server waits for a connection before it goes on without one. */
const FIRST_MS = 2_000;
const RETRY_MAX_MS = 1_000;

/**
 * Opens a connection to Redis that reconnects by itself. While it is disconnected, commands fail at once, and callers
 * go on without Redis. Resolves once it is connected, or after `firstMs` without a connection.
 * @param firstMs 0 when another connection has already waited in vain.
 */
export async function openRedis(url: string, log: Logger, firstMs = FIRST_MS) {
  // Loaded on demand: an instance that is one process starts without it.
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
  // The socket timeout counts writes as activity too: while commands are sent to a silent Redis, the socket would never
  // be closed and the commands would pile up. Only an answer proves that Redis is alive.
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
    /** Whether Redis has answered lately; asked before writing, since writes keep a silent socket from timing out. */
    isAnswering: () => client.isReady && performance.now() - heardAt <= SILENCE_MAX_MS,
    close(): void {
      client.destroy();
    },
  };
}
export type Redis = Awaited<ReturnType<typeof openRedis>>;
