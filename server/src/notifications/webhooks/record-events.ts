import type { WebhookEvent } from '@selvedge/shared/notifications/webhook-events';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { DomainEvents } from '../../platform/core/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import { buyerOf, insertDeliveries, sellerOf, webhooksOfInstance, webhooksOfOwner } from './queries.ts';
import { queueOf } from './queue.ts';

const ROWS_AT_ONCE = 200;

interface NewEvent {
  type: WebhookEvent;
  subjectId: string;
  aboutId?: string;
}

interface Told {
  id: string;
  events: WebhookEvent[];
}

/** Stores deliveries in the transaction of the event; they are sent after the commit. */
async function record(ctx: Ctx, tx: Tx, hooks: Told[], events: NewEvent[]): Promise<void> {
  const at = new Date();
  const rows = events.flatMap(({ type, subjectId, aboutId = subjectId }) =>
    hooks
      .filter((hook) => hook.events.includes(type))
      .map(({ id: webhookId }) => ({
        ...{ id: uuidv7(), webhookId, type, subjectId, aboutId },
        ...{ state: 'waiting' as const, dueAt: at, createdAt: at },
      })),
  );
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await insertDeliveries(tx, rows.slice(from, from + ROWS_AT_ONCE));
  const ids = [...new Set(rows.map(({ webhookId }) => webhookId))];
  if (ids.length > 0) tx.afterCommit(() => queueOf(ctx).wake(ids));
}

async function recordOwn(ctx: Ctx, tx: Tx, ownerId: string, events: NewEvent[]): Promise<void> {
  if (ctx.settings.isOn('webhooks'))
    await record(ctx, tx, await webhooksOfOwner(tx, { id: ownerId }), events);
}

/** Of an item: to its owner's webhooks and the instance's. */
async function recordPublic(ctx: Ctx, tx: Tx, ownerId: string, events: NewEvent[]): Promise<void> {
  if (!ctx.settings.isOn('webhooks')) return;
  const hooks = [...(await webhooksOfInstance(tx, {})), ...(await webhooksOfOwner(tx, { id: ownerId }))];
  await record(ctx, tx, hooks, events);
}

export async function listingChanged(
  ctx: Ctx,
  tx: Tx,
  { id, change }: DomainEvents['listing changed'],
): Promise<void> {
  const [listing] = change === 'restored' ? [] : await sellerOf(tx, { id });
  if (listing && change !== 'restored')
    await recordPublic(ctx, tx, listing.ownerId, [{ type: `listing.${change}`, subjectId: id }]);
}

export async function wantedChanged(
  ctx: Ctx,
  tx: Tx,
  { id, change }: DomainEvents['wanted changed'],
): Promise<void> {
  const [wanted] = change === 'restored' ? [] : await buyerOf(tx, { id });
  if (wanted && change !== 'restored')
    await recordPublic(ctx, tx, wanted.ownerId, [{ type: `wtb.${change}`, subjectId: id }]);
}

/** An item that comes back is an update. */
export async function itemsChanged(
  ctx: Ctx,
  tx: Tx,
  { memberId, listings, wanted, change }: DomainEvents['items of member changed'],
): Promise<void> {
  const is = change === 'removed' ? change : 'updated';
  await recordPublic(ctx, tx, memberId, [
    ...listings.map((id): NewEvent => ({ type: `listing.${is}`, subjectId: id })),
    ...wanted.map((id): NewEvent => ({ type: `wtb.${is}`, subjectId: id })),
  ]);
}

export async function messageSent(
  ctx: Ctx,
  tx: Tx,
  { id, conversationId, recipientId, says }: DomainEvents['message sent'],
): Promise<void> {
  const about = { subjectId: conversationId, aboutId: id };
  const more = { text: [], offer: ['offer.made'] as const, answer: ['offer.answered'] as const }[says];
  const types: WebhookEvent[] = ['message.received', ...more];
  await recordOwn(
    ctx,
    tx,
    recipientId,
    types.map((type) => ({ type, ...about })),
  );
}

export async function dealConfirmed(
  ctx: Ctx,
  tx: Tx,
  { id, buyerId, sellerId }: DomainEvents['deal confirmed'],
): Promise<void> {
  for (const ownerId of [buyerId, sellerId])
    await recordOwn(ctx, tx, ownerId, [{ type: 'deal.confirmed', subjectId: id }]);
}

export async function searchMatched(
  ctx: Ctx,
  tx: Tx,
  { memberId, searchId, listingId }: DomainEvents['search matched'],
): Promise<void> {
  await recordOwn(ctx, tx, memberId, [{ type: 'search.matched', subjectId: searchId, aboutId: listingId }]);
}

/** A test, which every webhook gets. */
export async function recordPing(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  await record(ctx, tx, [{ id, events: ['ping'] }], [{ type: 'ping', subjectId: id }]);
}
