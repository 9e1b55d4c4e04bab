import type { EventEmitter } from 'node:events';
import type { Logger } from '../observability/log.ts';

const WINDOW_MS = 2_000;
/** Far above what the rate limits allow. Those refuse single events, and do not count other packets. */
const PACKETS_MAX = 1_000;

/** Closes a connection that floods the server with packets of any kind, even before its handshake. */
export function disconnectFloods(
  connection: Pick<EventEmitter, 'on'> & { close(): void },
  log: Logger,
): void {
  let packets = 0;
  let windowEnds = 0;
  connection.on('packet', () => {
    const now = performance.now();
    if (now > windowEnds) {
      packets = 0;
      windowEnds = now + WINDOW_MS;
    }
    packets += 1;
    if (packets !== PACKETS_MAX) return;
    log.info({ packets }, 'closed a socket that floods the server');
    connection.close();
  });
}
