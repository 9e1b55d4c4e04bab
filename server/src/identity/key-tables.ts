import type { Kit } from '../platform/db/kit.ts';

/** The keys that sign access tokens. */
export function signingKeyTables({ table, uniqueIndex, str, int, instant, json }: Kit) {
  const authKeys = table(
    'auth_keys',
    {
      kid: str('kid').primaryKey(),
      /** Sequence number; unique, so that only one node creates the next key. */
      generation: int('generation').notNull(),
      publicJwk: json<Record<string, unknown>>('public_jwk').notNull(),
      /** The private key, sealed with a key derived from AUTH_SECRET; erased once the key is retired. */
      sealedPrivateJwk: str('sealed_private_jwk'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [uniqueIndex('auth_keys_generation').on(t.generation)],
  );

  return { authKeys };
}
