import type { ErrorCode } from '@selvedge/shared/platform/errors';
import type { Authenticate } from '../core/actor.ts';
import { AppError, toProblem } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import type { Logger } from '../observability/log.ts';
import { createConnections } from './connections.ts';
import type { HubSocket } from './hub-socket.ts';

/** A connection, on which the hub notes its client's address. */
export interface Addressed {
  address: string;
}

interface AdmissionParts {
  log: Logger;
  authenticate: Authenticate;
  limits: Pick<Limits, 'take' | 'socket'>;
}

export function createAdmission({ log, authenticate, limits }: AdmissionParts) {
  const connections = createConnections(limits);
  return async (socket: HubSocket, next: (refusal?: Error) => void): Promise<void> => {
    const { token } = socket.handshake.auth;
    try {
      if (typeof token !== 'string') throw new AppError('unauthorized', 'Unauthorized');
      connections.handshake(socket.conn);
      socket.data.actor = await authenticate(token, {
        address: () => (socket.conn as unknown as Addressed).address,
      });
      await limits.take('handshakesOfMember', socket.data.actor.id);
      connections.admit(socket.conn, socket.data.actor.id);
      next();
    } catch (error) {
      const { code, message } = toProblem(error);
      if (code === 'internal') log.error({ err: error }, 'socket handshake failed');
      next(Object.assign(new Error(message), { data: { code } satisfies { code: ErrorCode } }));
      // The refusal is sent in this event-loop tick.
      setImmediate(() => socket.conn.close());
    }
  };
}
