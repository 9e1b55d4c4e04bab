import type { EndReason } from '@selvedge/shared/platform/realtime';
import type { Authenticate } from '../core/actor.ts';
import { AppError, toProblem } from '../core/errors.ts';
import type { HubSocket } from './hub-socket.ts';

/** Grace period for a renewal in transit when the token expires. */
const EXPIRY_GRACE_MS = 30_000;
/** The longest delay that `setTimeout` accepts. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export function endSession(socket: HubSocket, reason: EndReason): void {
  socket.emit('session:ended', { reason });
  socket.disconnect(true);
}

export function watchExpiry(socket: HubSocket): void {
  clearTimeout(socket.data.expiry);
  const { expiresAt, scopes } = socket.data.actor;
  // An API key cannot be renewed.
  const ms = expiresAt.getTime() - Date.now() + (scopes ? 0 : EXPIRY_GRACE_MS);
  socket.data.expiry =
    ms > TIMER_MAX_MS
      ? setTimeout(() => watchExpiry(socket), TIMER_MAX_MS)
      : setTimeout(() => endSession(socket, 'expired'), ms);
}

/** Accepts a newer access token of the same session. @throws unauthorized for any other, and disconnects the socket */
export async function renewSession(
  authenticate: Authenticate,
  socket: HubSocket,
  token: string,
): Promise<{ expiresAt: string }> {
  const actor = await authenticate(token);
  if (actor.id !== socket.data.actor.id || actor.sessionId !== socket.data.actor.sessionId) {
    setImmediate(() => endSession(socket, 'replaced'));
    throw new AppError('unauthorized', 'Unauthorized');
  }
  socket.data.actor = actor;
  watchExpiry(socket);
  return { expiresAt: actor.expiresAt.toISOString() };
}

export function isSessionOver(authenticate: Authenticate, socket: HubSocket): Promise<boolean> {
  return authenticate(String(socket.handshake.auth.token)).then(
    () => false,
    (error: unknown) => toProblem(error).code === 'unauthorized',
  );
}
