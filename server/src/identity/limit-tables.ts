import type { Kit } from '../platform/db/kit.ts';

/** Rate limits: points used in a window that ends at `endsAt`. */
export function limitTables({ table, index, str, int, instant }: Kit) {
  const authLimits = table(
    'auth_limits',
    {
      /** Keyed hash of the limit and its subject. */
      key: str('key').primaryKey(),
      points: int('points').notNull(),
      endsAt: instant('ends_at').notNull(),
    },
    (t) => [index('auth_limits_ends').on(t.endsAt)],
  );

  return { authLimits };
}
