import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** Another provider that members sign in with: Discord, or the instance's own OpenID Connect provider. */
export type ExternalProvider = 'discord' | 'oidc';

/** A member's profile at an external provider; field names as in the contract's `identity_data`. */
export interface IdentityProfile {
  user_name: string;
  full_name: string;
  avatar_url: string | null;
}

/** How members sign in: with their address, or through another provider. */
export function identityTables(
  { table, index, uniqueIndex, id, str, instant, json }: Kit,
  { authUsers }: Referenced<'authUsers'>,
) {
  const authIdentities = table(
    'auth_identities',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      provider: str('provider').notNull(),
      subject: str('subject').notNull(),
      /** The member's profile at the external provider, as of their last sign-in through it. */
      profile: json<IdentityProfile>('profile'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('auth_identities_subject').on(t.provider, t.subject),
      index('auth_identities_user').on(t.userId),
    ],
  );

  return { authIdentities };
}
