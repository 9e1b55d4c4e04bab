import type { EventEmitter } from 'node:events';
import { AppError } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';

/** The parts of an Engine.IO connection that are used here. */
type Connection = Pick<EventEmitter, 'once'> & { readonly readyState: string };

export interface Connections {
  /** Notes the handshake of a connection. @throws conflict when it had one before */
  handshake(connection: Connection): void;
  /** Counts a connection among those of a person until it closes. @throws rate_limited when they have too many */
  admit(connection: Connection, personId: string): void;
}

/**
 * Counts the connections of each person on this node. What counts is the transport, which stays open when its client
 * leaves the namespace; so each may carry one handshake, and therefore one socket.
 */
export function createConnections(limits: Pick<Limits, 'socket'>): Connections {
  const counts = new Map<string, number>();
  const known = new WeakSet<Connection>();

  function release(personId: string): void {
    const left = (counts.get(personId) ?? 1) - 1;
    if (left === 0) counts.delete(personId);
    else counts.set(personId, left);
  }

  return {
    handshake(connection) {
      if (known.has(connection)) throw new AppError('conflict', 'This connection is in use.');
      known.add(connection);
    },
    // Checks and counts in one step, so that of many handshakes at once no more than the limit pass.
    admit(connection, personId) {
      if (connection.readyState !== 'open') return;
      const open = counts.get(personId) ?? 0;
      limits.socket(open);
      counts.set(personId, open + 1);
      connection.once('close', () => release(personId));
    },
  };
}
