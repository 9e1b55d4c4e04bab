import {
  OLD_SECRET_HOURS,
  PUBLIC_EVENTS,
  scopeOfEvent,
  WEBHOOKS_MAX,
  type WebhookEvent,
} from '@selvedge/shared/notifications/webhook-events';
import type {
  ChangeWebhook,
  CreatedWebhook,
  NewWebhook,
  ResendRange,
  Webhook,
} from '@selvedge/shared/notifications/webhooks';
import { v7 as uuidv7 } from 'uuid';
import { followedOf } from '../../conversations/public.ts';
import { mailAddressOf, notifyOfSecurity } from '../../identity/public.ts';
import { lockMember } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import { requireScope } from '../../platform/core/scopes.ts';
import type { Conn, Tx } from '../../platform/db/database.ts';
import { AddressRefused } from '../../platform/http/outgoing.ts';
import { webhookGetsMessagesMail } from '../../platform/mail/webhooks.ts';
import { presentWebhook } from './present.ts';
import {
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertWebhook,
  listWebhooks,
  requeue,
  updateWebhook,
  type WebhookRow,
} from './queries.ts';
import { queueOf } from './queue.ts';
import { recordPing } from './record-events.ts';
import { sealSecret } from './secrets.ts';
import { newSecret } from './signature.ts';

const HOUR = 3_600_000;

/** @throws forbidden for an API key that may not read what these events say */
function requireEvents(actor: Actor, events: readonly WebhookEvent[]): void {
  for (const event of events) {
    const scope = scopeOfEvent(event);
    if (scope) requireScope(actor, scope);
  }
}

/** @throws not_found, also for another member's webhook; forbidden for a key without the scopes of its events */
export async function requireWebhook(conn: Conn, actor: Actor, id: string): Promise<WebhookRow> {
  const [row] = await findWebhook(conn, id);
  const isTheirs = row?.isInstance ? actor.isAdmin : row?.ownerId === actor.id;
  if (!row || !isTheirs) throw notFound('Webhook not found');
  requireEvents(actor, row.events);
  return row;
}

/** What a key has set up ends with it. */
const keyOf = ({ scopes, sessionId }: Actor): string | null => (scopes ? sessionId : null);

const refused = (path: string, message: string) =>
  new AppError('invalid_input', message, { issues: [{ path, message }] });

/** @throws invalid_input with the reason */
async function requireAddress({ outgoing }: Ctx, url: string): Promise<void> {
  await outgoing.check(new URL(url)).catch((error: unknown) => {
    throw error instanceof AddressRefused ? refused('url', error.message) : error;
  });
}

/** Mails the owner: the receiver of these events reads private messages without signing in. */
async function mailIfPrivate(
  { mailer, config }: Ctx,
  tx: Tx,
  { ownerId, events }: WebhookRow,
): Promise<void> {
  if (!events.some((event) => scopeOfEvent(event) === 'chat')) return;
  const to = ownerId && (await mailAddressOf(tx, ownerId));
  if (to) await notifyOfSecurity(mailer, tx, ownerId, webhookGetsMessagesMail(to, config.publicUrl));
}

function requirePublic(events: readonly WebhookEvent[]): void {
  const other = events.find((event) => !PUBLIC_EVENTS.includes(event));
  if (other) throw refused('events', `${other} is an event of a single member.`);
}

/** @throws invalid_input for an address that may not be called; forbidden; conflict with ten of them */
export async function createWebhook(
  ctx: Ctx,
  actor: Actor,
  { url, events, isInstance }: NewWebhook,
): Promise<CreatedWebhook> {
  if (isInstance && !actor.isAdmin) throw new AppError('forbidden', 'This is for admins only.');
  if (isInstance) requirePublic(events);
  requireEvents(actor, events);
  await requireAddress(ctx, url);
  const secret = newSecret();
  const row = await ctx.db.transact(async (tx) => {
    // Serializes the member's webhooks, which are counted.
    await lockMember(tx, actor.id);
    const known = await listWebhooks(tx, isInstance ? null : actor.id);
    if (known.length >= WEBHOOKS_MAX)
      throw new AppError('conflict', `There can be ${WEBHOOKS_MAX} webhooks. Remove one first.`);
    const sealed = sealSecret(ctx, secret);
    const [stored] = await insertWebhook(tx, {
      ...{ id: uuidv7(), ownerId: actor.id, isInstance, keyId: keyOf(actor), url, events },
      ...{ secret: sealed, createdAt: new Date() },
    });
    tx.afterCommit(() => void followedOf(ctx).add(actor.id));
    await mailIfPrivate(ctx, tx, stored as WebhookRow);
    return stored as WebhookRow;
  });
  return { ...presentWebhook(row), secret };
}

/** @throws not_found; as `createWebhook` */
export async function changeWebhook(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { url, events, isOn }: ChangeWebhook,
): Promise<Webhook> {
  if (url !== undefined) await requireAddress(ctx, url);
  return ctx.db.transact(async (tx) => {
    const before = await requireWebhook(tx, actor, id);
    if (events && before.isInstance) requirePublic(events);
    if (events) requireEvents(actor, events);
    const [row = before] = await updateWebhook(tx, id, {
      keyId: keyOf(actor),
      ...(url !== undefined && { url }),
      ...(events && { events }),
      ...(isOn === false && { offReason: 'member' as const, dueAt: null }),
      ...(isOn && { offReason: null, failingSince: null, pausedUntil: null, dueAt: new Date() }),
    });
    if (url !== undefined || events) await mailIfPrivate(ctx, tx, row);
    return presentWebhook(row);
  });
}

/** @throws not_found */
export function removeWebhook(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    await requireWebhook(tx, actor, id);
    await deleteWebhook(tx, id);
  });
}

/** The secret until now signs as well for a day. @returns the new one @throws not_found */
export function rollSecret(ctx: Ctx, actor: Actor, id: string): Promise<{ secret: string }> {
  const secret = newSecret();
  return ctx.db.transact(async (tx) => {
    const { secret: oldSecret } = await requireWebhook(tx, actor, id);
    const oldSecretUntil = new Date(Date.now() + OLD_SECRET_HOURS * HOUR);
    await updateWebhook(tx, id, { secret: sealSecret(ctx, secret), oldSecret, oldSecretUntil });
    return { secret };
  });
}

async function requireOn(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { offReason } = await requireWebhook(tx, actor, id);
  if (offReason !== null) throw new AppError('conflict', 'This webhook is off. Switch it on first.');
}

/** @throws not_found; conflict while it is off */
export function sendTest(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    await requireOn(tx, actor, id);
    await recordPing(ctx, tx, id);
  });
}

/**
 * Sends deliveries again, under the ids that they have.
 * @returns how many @throws not_found; conflict while the webhook is off
 */
export function sendAgain(
  ctx: Ctx,
  actor: Actor,
  id: string,
  which: { id: string } | ResendRange,
): Promise<{ count: number }> {
  return ctx.db.transact(async (tx) => {
    await requireOn(tx, actor, id);
    const isOne = 'id' in which;
    if (isOne && (await findDelivery(tx, id, which.id)).length === 0) throw notFound('Delivery not found');
    const meant = isOne ? which : { from: new Date(which.from), to: new Date(which.to) };
    const { length: count } = await requeue(tx, id, meant, new Date());
    if (count > 0) tx.afterCommit(() => queueOf(ctx).wake([id]));
    return { count };
  });
}
