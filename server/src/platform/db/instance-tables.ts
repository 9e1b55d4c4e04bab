import type { StoredSettings } from '@selvedge/shared/instance/instance-settings';
import type { Kit } from './kit.ts';

/** What the operator has set, and the links with which an instance gets its first admin and its members. */
export function instanceTables({ table, uniqueIndex, id, str, int, instant, json }: Kit) {
  /** One row; there is none before the first change. */
  const instanceSettings = table('instance_settings', {
    /** Always 1. */
    id: int('id').primaryKey(),
    settings: json<StoredSettings>('settings').notNull(),
  });

  /** Links with which people may sign up while sign-up is by invitation. */
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

  /** The set-up links that the nodes of an instance without an admin have printed. */
  const setupLinks = table('setup_links', {
    /** SHA-256 of the key in the link. */
    hash: str('hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
    /** The account of the first admin, once this link has created it. */
    adminId: id('admin_id'),
  });

  return { instanceSettings, invites, setupLinks };
}
