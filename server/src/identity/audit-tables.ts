import { sql } from 'drizzle-orm';
import type { Kit } from '../platform/db/kit.ts';

/** Audit log of accounts. It contains no secrets or e-mail addresses, and outlives the accounts. */
export function auditTables({ table, index, id, str, instant }: Kit) {
  const authAudit = table(
    'auth_audit',
    {
      id: id('id').primaryKey(),
      action: str('action').notNull(),
      userId: id('user_id'),
      /** Network address of the client; null after account deletion. */
      address: str('address'),
      at: instant('at').notNull(),
    },
    (t) => [
      index('auth_audit_at').on(t.at),
      index('auth_audit_user').on(t.userId, t.id),
      // An attacked account has many entries of failed sign-ins.
      index('auth_audit_known')
        .on(t.userId, t.address)
        .where(sql`action in ('signed_in', 'confirmed', 'recovery_used')`),
    ],
  );

  return { authAudit };
}
