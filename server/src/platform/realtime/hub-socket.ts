import type { ClientToServer, ServerToClient } from '@selvedge/shared/platform/realtime';
import type { Server, Socket } from 'socket.io';
import type { Actor } from '../core/actor.ts';

interface SocketData {
  actor: Actor;
  expiry: NodeJS.Timeout;
  breaches: number;
  /** The member was suspended or deleted their account. */
  isGone?: true;
}

export type HubServer = Server<ClientToServer, ServerToClient, Record<never, never>, SocketData>;
export type HubSocket = Socket<ClientToServer, ServerToClient, Record<never, never>, SocketData>;

// Rooms are the permission model: the server puts each socket into these two, and clients cannot join others.
export function memberRoom(userId: string) {
  return `user:${userId}`;
}
export function sessionRoom(sessionId: string) {
  return `session:${sessionId}`;
}
