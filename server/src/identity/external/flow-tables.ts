import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';
import type { Consent } from '../accounts/tables.ts';
import type { ExternalProvider } from './tables.ts';

/** Sign-ins through another provider that have not ended yet. */
export function externalFlowTables(
  { table, index, id, str, instant, json }: Kit,
  { authUsers }: Referenced<'authUsers'>,
) {
  const authFlows = table(
    'auth_flows',
    {
      /** SHA-256 of the OAuth state, or of the subsequent code. Each works once. */
      hash: str('hash').primaryKey(),
      stage: str('stage').$type<'state' | 'code'>().notNull(),
      /** The external provider that the flow goes through. */
      provider: str('provider').$type<ExternalProvider>().notNull().default('discord'),
      /** The PKCE challenge: SHA-256 of the verifier, which stays with the client that started the flow. */
      challenge: str('challenge').notNull(),
      /** The page to redirect back to. */
      redirect: str('redirect').notNull(),
      /**
       * SHA-256 of the cookie of the browser that started the flow; null for a code, which only the challenge
       * binds.
       */
      bind: str('bind'),
      /**
       * With a code: the account that signs in. With a state: the account to link, or null for a sign-in, whose
       * account is unknown until the provider redirects back.
       */
      userId: id('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
      /** The invitation with which an account may be created. */
      inviteId: id('invite_id'),
      /** What a newcomer agreed to before leaving for the provider. */
      consent: json<Consent>('consent'),
      expiresAt: instant('expires_at').notNull(),
    },
    (t) => [index('auth_flows_expires').on(t.expiresAt), index('auth_flows_user').on(t.userId)],
  );

  return { authFlows };
}
