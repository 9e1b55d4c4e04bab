import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import { memberColumns } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type ApiKeyRow = Tables['apiKeys']['$inferSelect'];

export function insertApiKey({ q, t: { apiKeys: k } }: Conn, row: ApiKeyRow) {
  return q.insert(k).values(row).returning({ id: k.id });
}

export function listApiKeys({ q, t: { apiKeys: k } }: Conn, userId: string): PromiseLike<ApiKeyRow[]> {
  return q.select().from(k).where(eq(k.userId, userId)).orderBy(k.createdAt, k.id);
}

const byHash = prepared('api_key', ({ q, t }: Conn) => {
  const { apiKeys: key, authUsers: account, users: member } = t;
  return q
    .select({
      id: key.id,
      scopes: key.scopes,
      expiresAt: key.expiresAt,
      usedOn: key.usedOn,
      usedFrom: key.usedFrom,
      bannedUntil: account.bannedUntil,
      member: memberColumns(t),
    })
    .from(key)
    .innerJoin(account, eq(account.id, key.userId))
    .innerJoin(member, eq(member.id, key.userId))
    .where(eq(key.hash, sql.placeholder('hash')));
});

/** What authentication needs of a key and its owner. */
export async function findApiKey(conn: Conn, hash: string) {
  return (await byHash(conn, { hash }))[0];
}

export function recordUse({ q, t: { apiKeys: k } }: Conn, id: string, usedOn: string, usedFrom: string) {
  return q.update(k).set({ usedOn, usedFrom }).where(eq(k.id, id)).returning({ id: k.id });
}

/** All of a member's keys, or one. */
export function deleteApiKeys({ q, t: { apiKeys: k } }: Conn, userId: string, only?: string) {
  return q
    .delete(k)
    .where(and(eq(k.userId, userId), only === undefined ? undefined : eq(k.id, only)))
    .returning({ id: k.id });
}

/** The keys that expire before then and whose owners were not mailed yet. */
export function listExpiring({ q, t: { apiKeys: k } }: Conn, now: Date, until: Date, limit: number) {
  return q
    .select({ id: k.id })
    .from(k)
    .where(and(gt(k.expiresAt, now), lte(k.expiresAt, until), isNull(k.warnedAt)))
    .limit(limit);
}

/** @returns no row if the key was revoked, or its owner mailed, meanwhile */
export function markWarned({ q, t: { apiKeys: k } }: Conn, id: string, warnedAt: Date) {
  return q
    .update(k)
    .set({ warnedAt })
    .where(and(eq(k.id, id), isNull(k.warnedAt)))
    .returning({ userId: k.userId, expiresAt: k.expiresAt });
}

export function deleteExpiredKeys({ q, t: { apiKeys: k } }: Conn, before: Date) {
  return q.delete(k).where(lt(k.expiresAt, before)).returning({ id: k.id });
}
