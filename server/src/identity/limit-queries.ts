import { and, eq, gt, lte, type SQLWrapper, sql } from 'drizzle-orm';
import type { Conn } from '../platform/db/database.ts';

/** In the open window of the limit, or a new one. @returns how many points the window has used */
export async function takePoint({ q, t }: Conn, key: string, windowMs: number) {
  const { points, endsAt } = t.authLimits;
  const now = new Date();
  const isOver = lte(endsAt, now);
  const [row] = await q
    .insert(t.authLimits)
    .values({ key, points: 1, endsAt: new Date(now.getTime() + windowMs) })
    .onConflictDoUpdate({
      target: t.authLimits.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${points} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${endsAt} end`,
      },
    })
    .returning({ points, endsAt });
  return row;
}

export function giveBackPoint({ q, t }: Conn, key: string) {
  return q
    .update(t.authLimits)
    .set({ points: sql`${t.authLimits.points} - 1` })
    .where(and(eq(t.authLimits.key, key), gt(t.authLimits.points, 0)))
    .returning({ key: t.authLimits.key });
}

/** What only the owner of an account does. The text is that of the partial index `auth_audit_known`. */
const isByOwner = (action: SQLWrapper) => sql`${action} in ('signed_in', 'confirmed', 'recovery_used')`;

/** Whether the member has signed in, or used a mailed link, from this network, as far as the audit goes. */
export async function isKnownNetwork({ q, t }: Conn, email: string, address: string): Promise<boolean> {
  const { authUsers: u, authAudit: a } = t;
  const found = await q
    .select({ id: a.id })
    .from(u)
    .innerJoin(a, eq(a.userId, u.id))
    .where(and(eq(u.email, email), eq(a.address, address), isByOwner(a.action)))
    .limit(1);
  return found.length > 0;
}
