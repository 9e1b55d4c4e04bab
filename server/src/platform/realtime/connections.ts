import type { EventEmitter } from 'node:events';
import { AppError } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';

type Connection = Pick<EventEmitter, 'once'> & { readonly readyState: string };

interface Connections {
  /** Records the handshake of a connection. @throws conflict if it already had one */
  handshake(connection: Connection): void;
  /** Counts a connection for a member until it closes. @throws rate_limited if they have too many */
  admit(connection: Connection, memberId: string): void;
}

/** Transports stay open when clients leave the namespace, so each is limited to one handshake. */
export function createConnections(limits: Pick<Limits, 'socket'>): Connections {
  const counts = new Map<string, number>();
  const known = new WeakSet<Connection>();

  function release(memberId: string): void {
    const left = (counts.get(memberId) ?? 1) - 1;
    if (left === 0) counts.delete(memberId);
    else counts.set(memberId, left);
  }

  return {
    handshake(connection) {
      if (known.has(connection)) throw new AppError('conflict', 'This connection is in use.');
      known.add(connection);
    },
    // Check and count synchronously, so that concurrent handshakes cannot exceed the limit.
    admit(connection, memberId) {
      if (connection.readyState !== 'open') return;
      const open = counts.get(memberId) ?? 0;
      limits.socket(open);
      counts.set(memberId, open + 1);
      connection.once('close', () => release(memberId));
    },
  };
}
