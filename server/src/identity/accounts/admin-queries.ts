import { and, gte, inArray } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';

export function listAdminChanges({ q, t: { authAudit: a }, ago }: Conn, withinMs: number) {
  return q
    .select({ id: a.id, userId: a.userId })
    .from(a)
    .where(and(gte(a.at, ago(withinMs)), inArray(a.action, ['admin_granted', 'admin_revoked'])));
}
