import type { Logger } from '../observability/log.ts';

/** A connection to Redis that is silent for longer is closed, so that callers do not wait. */
const SILENCE_MAX_MS = 3_000;
/** Ping interval: shorter than `SILENCE_MAX_MS`, so that an idle connection does not look dead. */
export const PING_EVERY_MS = 1_000;
/** How long server start waits for a connection before it continues without one. */
const FIRST_MS = 2_000;
const RETRY_MAX_MS = 1_000;

/** Reconnects automatically. While disconnected, commands fail immediately, and callers fall back to local state. */
export async function openRedis(url: string, log: Logger, firstMs = FIRST_MS) {
  // Loaded on demand: a single-node instance does not need it.
  const { createClient } = await import('redis');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    socket: {
      connectTimeout: SILENCE_MAX_MS,
      socketTimeout: SILENCE_MAX_MS,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 10), RETRY_MAX_MS),
    },
  });
  // The socket timeout also counts writes as activity: while we send commands to a silent Redis, the socket
  // would stay open and the commands would pile up. Only a response proves that Redis is alive.
  let respondedAt = Number.NEGATIVE_INFINITY;
  const onResponse = () => {
    respondedAt = performance.now();
  };
  client.on('ready', onResponse);
  client.on('ping-interval', onResponse);
  let isDown = false;
  client.on('error', (error: unknown) => {
    if (!isDown) log.error({ err: error }, 'Redis is unreachable; this node continues without the others');
    isDown = true;
  });
  client.on('ready', () => {
    if (isDown) log.warn('Redis is reachable again');
    isDown = false;
  });
  const abort = new AbortController();
  await Promise.race([
    client.connect().catch(() => undefined),
    new Promise((resolve) => {
      const timer = setTimeout(resolve, firstMs);
      abort.signal.addEventListener('abort', () => clearTimeout(timer));
      client.once('ready', resolve);
    }),
  ]);
  abort.abort();
  return {
    url,
    client,
    /** Whether Redis responded recently; check before writing, since writes keep a silent socket from timing out. */
    isAnswering: () => client.isReady && performance.now() - respondedAt <= SILENCE_MAX_MS,
    close(): void {
      client.destroy();
    },
  };
}
export type Redis = Awaited<ReturnType<typeof openRedis>>;
