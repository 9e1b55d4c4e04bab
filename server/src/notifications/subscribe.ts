import { ECDH } from 'node:crypto';
import { PUSH_BROWSERS_MAX, type SubscribeToPush } from '@selvedge/shared/notifications/notifications';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { AppError } from '../platform/core/errors.ts';
import { pushServiceOf } from './delivery.ts';
import { deleteSubscriptionAt, deleteSubscriptions, putSubscription, subscriptionsOf } from './queries.ts';

/** Whether pushes can be encrypted for a public key: it must be an uncompressed point of P-256. */
function isPointOfP256(key: string): boolean {
  const bytes = Buffer.from(key, 'base64url');
  try {
    return bytes.length === 65 && bytes[0] === 4 && ECDH.convertKey(bytes, 'prime256v1').length > 0;
  } catch {
    return false;
  }
}

/**
 * Subscribes a browser to the pushes of the member signed in there, until they sign out.
 * @throws invalid_input when its endpoint is not at a push service, or its key is invalid.
 */
export async function subscribe(ctx: Ctx, actor: Actor, { endpoint, keys }: SubscribeToPush): Promise<void> {
  if (!pushServiceOf(ctx).isAllowed(endpoint)) {
    const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
    throw new AppError(
      'invalid_input',
      `This site sends no notifications to ${host}, your browser's push service. Its operator can allow it.`,
    );
  }
  if (!isPointOfP256(keys.p256dh)) throw new AppError('invalid_input', 'This is not a browser key.');
  const { id: userId, sessionId } = actor;
  await ctx.db.transact(async (tx) => {
    const createdAt = new Date();
    const isNew = { failures: 0, retryAt: null };
    await putSubscription(tx, { id: uuidv7(), endpoint, ...keys, userId, sessionId, createdAt, ...isNew });
    const excess = (await subscriptionsOf(tx, { userId })).slice(PUSH_BROWSERS_MAX);
    if (excess.length > 0)
      await deleteSubscriptions(
        tx,
        excess.map(({ id }) => id),
      );
  });
}

/** Ends the actor's subscription of one browser; another member's endpoint is left alone. */
export async function unsubscribe(
  { db }: Pick<Ctx, 'db'>,
  actor: Actor,
  { endpoint }: Pick<SubscribeToPush, 'endpoint'>,
): Promise<void> {
  await db.transact(async (tx) => deleteSubscriptionAt(tx, actor.id, endpoint));
}
