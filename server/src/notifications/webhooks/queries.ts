import { RESENT_MAX } from '@selvedge/shared/notifications/webhook-events';
import {
  aliasedTable,
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  notExists,
  sql,
} from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { isFree, isReady, isWakeable } from '../../platform/db/leased-rows.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { isSeenBy } from '../../platform/db/seen.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type WebhookRow = Tables['webhooks']['$inferSelect'];
export type DeliveryRow = Tables['webhookDeliveries']['$inferSelect'];

const value = (name: string) => sql.placeholder(name);
const told = ({ webhooks: w }: Tables) => ({ id: w.id, events: w.events });

/** The webhooks of one member. */
export const webhooksOfOwner = prepared('webhooks_of_owner', ({ q, t }: Conn) => {
  const { webhooks: w } = t;
  return q
    .select(told(t))
    .from(w)
    .where(and(eq(w.ownerId, value('id')), isNull(w.offReason), sql`not is_instance`));
});

export const webhooksOfInstance = prepared('webhooks_of_instance', ({ q, t }: Conn) =>
  q
    .select(told(t))
    .from(t.webhooks)
    .where(and(sql`is_instance`, isNull(t.webhooks.offReason))),
);

export const sellerOf = prepared('seller_of_listing', ({ q, t: { listings: l } }: Conn) =>
  q
    .select({ ownerId: l.sellerId })
    .from(l)
    .where(eq(l.id, value('id'))),
);
export const buyerOf = prepared('buyer_of_wanted', ({ q, t: { wanted: w } }: Conn) =>
  q
    .select({ ownerId: w.buyerId })
    .from(w)
    .where(eq(w.id, value('id'))),
);

export async function seesConversation(
  { q, t: { conversations: c } }: Conn,
  id: string,
  memberId: string,
): Promise<boolean> {
  const found = await q
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.id, id), isSeenBy(c, memberId)));
  return found.length > 0;
}

export function insertDeliveries({ q, t }: Conn, rows: Tables['webhookDeliveries']['$inferInsert'][]) {
  return q.insert(t.webhookDeliveries).values(rows).returning({ id: t.webhookDeliveries.id });
}

/** Not before a pause that the receiver asked for is over. */
export function wake({ q, t: { webhooks: w } }: Conn, id: string, now: Date) {
  return q
    .update(w)
    .set({ dueAt: now })
    .where(and(eq(w.id, id), isWakeable(w, now)))
    .returning({ id: w.id });
}

/** Wakes those that wait for nothing although deliveries wait: the process that stored them was killed. */
export function wakeForgotten({ q, t: { webhooks: w, webhookDeliveries: d } }: Conn, now: Date) {
  const waiting = q
    .select({ one: sql`1` })
    .from(d)
    .where(and(eq(d.webhookId, w.id), sql`state = 'waiting'`));
  return q
    .update(w)
    .set({ dueAt: now })
    .where(and(isNull(w.dueAt), isNull(w.offReason), isReady(w, now), exists(waiting)))
    .returning({ id: w.id });
}

export function dueWebhooks({ q, t: { webhooks: w } }: Conn, isSlow: boolean, now: Date, limit: number) {
  return q
    .select({ id: w.id })
    .from(w)
    .where(and(eq(w.isSlow, isSlow), isNull(w.offReason), isFree(w, now)))
    .orderBy(asc(w.dueAt))
    .limit(limit);
}

export async function leaseWebhook(
  { q, t: { webhooks: w } }: Conn,
  { id, now, until }: { id: string; now: Date; until: Date },
): Promise<WebhookRow | undefined> {
  return (
    await q
      .update(w)
      .set({ leasedUntil: until })
      .where(and(eq(w.id, id), isNull(w.offReason), isFree(w, now)))
      .returning()
  )[0];
}

export function endLeases({ q, t: { webhooks: w } }: Conn) {
  return q.update(w).set({ leasedUntil: null }).where(isNotNull(w.leasedUntil)).returning({ id: w.id });
}

/** The first that waits of each subject. */
function firstOfSubject({ q, t: { webhookDeliveries: d } }: Conn, webhookId: string) {
  const earlier = aliasedTable(d, 'earlier');
  return and(
    eq(d.webhookId, webhookId),
    sql`${d.state} = 'waiting'`,
    notExists(
      q
        .select({ one: sql`1` })
        .from(earlier)
        .where(
          and(
            eq(earlier.webhookId, webhookId),
            eq(earlier.subjectId, d.subjectId),
            sql`${earlier.state} = 'waiting'`,
            lt(earlier.id, d.id),
          ),
        ),
    ),
  );
}

/** None once the webhook is off, also while its deliveries are being sent. */
export function nextDelivery(conn: Conn, webhookId: string, now: Date) {
  const { webhooks: w, webhookDeliveries: d } = conn.t;
  const isOn = exists(
    conn.q
      .select({ one: sql`1` })
      .from(w)
      .where(and(eq(w.id, webhookId), isNull(w.offReason))),
  );
  return conn.q
    .select()
    .from(d)
    .where(and(firstOfSubject(conn, webhookId), lte(d.dueAt, now), isOn))
    .orderBy(asc(d.id))
    .limit(1);
}

/** Ends the lease. What was stored meanwhile is seen, since the row is locked first. */
export async function releaseWebhook(conn: Conn, id: string): Promise<void> {
  const { webhooks: w, webhookDeliveries: d } = conn.t;
  const [row] = await forUpdate(conn.q.select().from(w).where(eq(w.id, id)));
  if (!row) return;
  const [next] = await conn.q
    .select({ at: min(d.dueAt) })
    .from(d)
    .where(firstOfSubject(conn, id));
  const { pausedUntil } = row;
  const at = next?.at ?? null;
  const dueAt = at && pausedUntil && pausedUntil > at ? pausedUntil : at;
  await conn.q.update(w).set({ dueAt, leasedUntil: null }).where(eq(w.id, id)).returning({ id: w.id });
}

export function updateDelivery(
  { q, t: { webhookDeliveries: d } }: Conn,
  id: string,
  changes: Partial<DeliveryRow>,
) {
  return q.update(d).set(changes).where(eq(d.id, id)).returning({ id: d.id });
}

export function updateWebhook({ q, t: { webhooks: w } }: Conn, id: string, changes: Partial<WebhookRow>) {
  return q.update(w).set(changes).where(eq(w.id, id)).returning();
}

export function setFailing({ q, t: { webhooks: w } }: Conn, id: string, now: Date) {
  return q
    .update(w)
    .set({ isSlow: true, failingSince: sql`coalesce(${w.failingSince}, ${sql.param(now, w.failingSince)})` })
    .where(eq(w.id, id))
    .returning({ failingSince: w.failingSince });
}

/** @returns no row when it was off already */
export function switchOff(
  { q, t: { webhooks: w } }: Conn,
  id: string,
  offReason: NonNullable<WebhookRow['offReason']>,
) {
  return q
    .update(w)
    .set({ offReason, dueAt: null })
    .where(and(eq(w.id, id), isNull(w.offReason)))
    .returning({ id: w.id });
}

/** Switches off a member's webhooks. @param keyIds only those of these API keys; null for all */
export function switchOffOwn({ q, t: { webhooks: w } }: Conn, ownerId: string, keyIds: string[] | null) {
  return q
    .update(w)
    .set({ offReason: 'access_ended', dueAt: null })
    .where(
      and(
        ...[eq(w.ownerId, ownerId), sql`not is_instance`, isNull(w.offReason)],
        keyIds === null ? undefined : inArray(w.keyId, keyIds),
      ),
    )
    .returning({ id: w.id });
}

export function insertWebhook({ q, t }: Conn, row: Tables['webhooks']['$inferInsert']) {
  return q.insert(t.webhooks).values(row).returning();
}

export function findWebhook({ q, t: { webhooks: w } }: Conn, id: string) {
  return q.select().from(w).where(eq(w.id, id));
}

/** A member's own, or those of the instance; latest first. */
export function listWebhooks({ q, t: { webhooks: w } }: Conn, ownerId: string | null) {
  const isOf = ownerId === null ? sql`is_instance` : and(eq(w.ownerId, ownerId), sql`not is_instance`);
  return q.select().from(w).where(isOf).orderBy(desc(w.createdAt), desc(w.id));
}

export async function deleteWebhook({ q, t }: Conn, id: string): Promise<void> {
  const { webhooks: w, webhookDeliveries: d } = t;
  await q.delete(w).where(eq(w.id, id)).returning({ id: w.id });
  await q.delete(d).where(eq(d.webhookId, id)).returning({ id: d.id });
}

export function allOwners({ q, t: { webhooks: w } }: Conn) {
  return q.selectDistinct({ ownerId: w.ownerId }).from(w).where(isNotNull(w.ownerId));
}

export function latestDeliveries({ q, t: { webhookDeliveries: d } }: Conn, webhookId: string, limit: number) {
  return q
    .select()
    .from(d)
    .where(eq(d.webhookId, webhookId))
    .orderBy(desc(d.createdAt), desc(d.id))
    .limit(limit);
}

export function findDelivery({ q, t: { webhookDeliveries: d } }: Conn, webhookId: string, id: string) {
  return q
    .select()
    .from(d)
    .where(and(eq(d.id, id), eq(d.webhookId, webhookId)));
}

/** Lets those of a range, or a single one, wait again, unless they do: up to `RESENT_MAX`, the earliest first. */
export function requeue(
  { q, t: { webhookDeliveries: d } }: Conn,
  webhookId: string,
  which: { id: string } | { from: Date; to: Date },
  now: Date,
) {
  const isMeant =
    'id' in which ? eq(d.id, which.id) : and(gte(d.createdAt, which.from), lte(d.createdAt, which.to));
  const meant = q
    .select({ id: d.id })
    .from(d)
    .where(and(eq(d.webhookId, webhookId), ne(d.state, 'waiting'), isMeant))
    .orderBy(asc(d.createdAt), asc(d.id))
    .limit(RESENT_MAX);
  return q
    .update(d)
    .set({ state: 'waiting', attempts: 0, dueAt: now })
    .where(inArray(d.id, meant))
    .returning({ id: d.id });
}

export function deleteDeliveriesBefore({ q, t: { webhookDeliveries: d } }: Conn, at: Date) {
  return q.delete(d).where(lt(d.createdAt, at)).returning({ id: d.id });
}

/** Those of webhooks that are on. */
export function waitingDeliveries({ q, t: { webhooks: w, webhookDeliveries: d } }: Conn) {
  return q
    .select({ count: count(), oldestAt: min(d.createdAt) })
    .from(d)
    .innerJoin(w, and(eq(w.id, d.webhookId), isNull(w.offReason)))
    .where(sql`${d.state} = 'waiting'`);
}

export async function deleteAllOf(conn: Conn, ownerId: string): Promise<void> {
  const { webhooks: w } = conn.t;
  for (const { id } of await listWebhooks(conn, ownerId)) await deleteWebhook(conn, id);
  await conn.q.update(w).set({ ownerId: null }).where(eq(w.ownerId, ownerId)).returning({ id: w.id });
}
