import type { Scope } from '@selvedge/shared/platform/scope';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

export function apiKeyTables(
  { table, index, uniqueIndex, id, str, instant, json }: Kit,
  { authUsers }: Referenced<'authUsers'>,
) {
  const apiKeys = table(
    'api_keys',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      name: str('name').notNull(),
      scopes: json<Scope[]>('scopes').notNull(),
      /** SHA-256 of the key, base64url; the key itself is not stored. */
      hash: str('hash').notNull(),
      createdAt: instant('created_at').notNull(),
      /** Null: never. */
      expiresAt: instant('expires_at'),
      /** When its owner was mailed that it expires soon. */
      warnedAt: instant('warned_at'),
      /** The day of its last use, in UTC, and the network that it came from; null if never used. */
      usedOn: str('used_on'),
      usedFrom: str('used_from'),
    },
    (t) => [
      uniqueIndex('api_keys_hash').on(t.hash),
      index('api_keys_user').on(t.userId),
      index('api_keys_expires').on(t.expiresAt),
    ],
  );

  return { apiKeys };
}
