import type { Kit } from '../../platform/db/kit.ts';

/** The set-up links that the nodes of an instance without an admin have printed. */
export function setupLinkTables({ table, id, str, instant }: Kit) {
  const setupLinks = table('setup_links', {
    /** SHA-256 of the key in the link. */
    hash: str('hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
    /** The account of the first admin, once this link has created it. */
    adminId: id('admin_id'),
  });

  return { setupLinks };
}
