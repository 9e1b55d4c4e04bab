import type { ClientToServer, ServerToClient } from '@selvedge/shared/realtime';
import type { Server, Socket } from 'socket.io';
import type { Actor } from '../core/actor.ts';

interface SocketData {
  actor: Actor;
  /** The timer that closes the socket when its access token expires without having been renewed. */
  expiry: NodeJS.Timeout;
  /** How often the socket has exceeded its rate limit. */
  breaches: number;
  /** The socket's member was suspended or has deleted their account. */
  isGone?: true;
}

export type HubServer = Server<ClientToServer, ServerToClient, Record<never, never>, SocketData>;
export type HubSocket = Socket<ClientToServer, ServerToClient, Record<never, never>, SocketData>;

// Rooms are the permission model: the server puts a socket into these two, and no client can join another.
export const personRoom = (userId: string) => `user:${userId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
