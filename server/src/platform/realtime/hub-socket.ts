import type { ClientToServer, ServerToClient } from '@selvedge/shared/platform/realtime';
import { SCOPES, type Scope } from '@selvedge/shared/platform/scope';
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

// Rooms are the permission model: the server puts each socket into its rooms, and clients cannot join others.
/** The sockets of a signed-in member. */
export function memberRoom(userId: string) {
  return `user:${userId}`;
}
/** The sockets of a session, or of an API key. */
export function sessionRoom(sessionId: string) {
  return `session:${sessionId}`;
}
/** The sockets of a member's API keys that have the scope. */
export function keyRoom(userId: string, scope: Scope) {
  return `key:${userId}:${scope}`;
}
/** The sockets of all API keys; and of those without the scope. */
export const KEYS_ROOM = 'keys';
export function keysWithoutRoom(scope: Scope) {
  return `keys-without:${scope}`;
}

/** A key's sockets receive only the events within its scopes, so they are not among their owner's. */
export function roomsOf({ id, sessionId, scopes }: Actor): string[] {
  if (!scopes) return [memberRoom(id), sessionRoom(sessionId)];
  return [
    ...[sessionRoom(sessionId), KEYS_ROOM],
    ...SCOPES.map((scope) => (scopes.includes(scope) ? keyRoom(id, scope) : keysWithoutRoom(scope))),
  ];
}
