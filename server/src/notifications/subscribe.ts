import { ECDH } from 'node:crypto';
import { PUSH_BROWSERS_MAX, type SubscribeToPush } from '@selvedge/shared/notifications';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import type { Notifying } from './context.ts';
import { deleteSubscriptionAt, deleteSubscriptions, putSubscription, subscriptionsOf } from './queries.ts';

/** Whether a public key is one that pushes can be encrypted for: an uncompressed point of P-256. */
function isPointOfP256(key: string): boolean {
  const bytes = Buffer.from(key, 'base64url');
  try {
    return bytes.length === 65 && bytes[0] === 4 && ECDH.convertKey(bytes, 'prime256v1').length > 0;
  } catch {
    return false;
  }
}

/**
 * Subscribes a browser to the pushes of the person who is signed in there, until they sign out.
 * @throws invalid_input when its endpoint is not on the public internet, or its key is not valid.
 */
export async function subscribe(
  { db, push }: Pick<Notifying, 'db' | 'push'>,
  actor: Actor,
  { endpoint, keys }: SubscribeToPush,
): Promise<void> {
  if (!push.isAllowed(endpoint))
    throw new AppError('invalid_input', 'This is not the address of a push service.');
  if (!isPointOfP256(keys.p256dh)) throw new AppError('invalid_input', 'This is not a browser key.');
  const { id: userId, sessionId } = actor;
  await db.transact(async (tx) => {
    const createdAt = new Date();
    await putSubscription(tx, { id: uuidv7(), endpoint, ...keys, userId, sessionId, createdAt });
    const tooMany = (await subscriptionsOf(tx, { userId })).slice(PUSH_BROWSERS_MAX);
    if (tooMany.length > 0)
      await deleteSubscriptions(
        tx,
        tooMany.map(({ id }) => id),
      );
  });
}

/** Ends the actor's subscription of one browser; an endpoint that is not theirs is left alone. */
export async function unsubscribe(
  { db }: Pick<Notifying, 'db'>,
  actor: Actor,
  { endpoint }: Pick<SubscribeToPush, 'endpoint'>,
): Promise<void> {
  await db.transact(async (tx) => deleteSubscriptionAt(tx, actor.id, endpoint));
}
