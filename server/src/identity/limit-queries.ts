import { and, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Conn } from '../platform/db/database.ts';

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
