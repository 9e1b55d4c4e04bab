import type { Kit } from '../../platform/db/kit.ts';

/** Links with which people may sign up while sign-up is by invitation. */
export function inviteTables({ table, uniqueIndex, id, str, int, instant }: Kit) {
  const invites = table(
    'invites',
    {
      id: id('id').primaryKey(),
      /** SHA-256 of the secret in the link. */
      hash: str('hash').notNull(),
      /** The number of accounts that it admits, and of those that it has admitted. */
      uses: int('uses').notNull(),
      used: int('used').notNull().default(0),
      note: str('note').notNull(),
      /** The admin who created it; null for the operator on the command line. */
      createdBy: id('created_by'),
      expiresAt: instant('expires_at').notNull(),
      revokedAt: instant('revoked_at'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [uniqueIndex('invites_hash').on(t.hash)],
  );

  return { invites };
}
