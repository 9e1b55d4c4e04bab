import { sql } from 'drizzle-orm';
import type { Kit } from '../db/kit.ts';
import type { Referenced } from '../db/referenced.ts';

export function uploadTables({ table, index, id, str, int, instant }: Kit, { users }: Referenced<'users'>) {
  const uploads = table(
    'uploads',
    {
      key: str('key').primaryKey(),
      /** Null for the logo and the icon of the instance. */
      ownerId: id('owner_id').references(() => users.id),
      width: int('width').notNull(),
      height: int('height').notNull(),
      placeholder: str('placeholder').notNull(),
      /** Total of all variants. */
      bytes: int('bytes').notNull().default(0),
      /** The perceptual hash of a listing photo, and those of its views until a listing claims it. */
      hash: str('hash'),
      views: str('views'),
      /** When an item or a message claimed it; an unclaimed upload is deleted after a day. */
      usedAt: instant('used_at'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      index('uploads_unused').on(t.createdAt).where(sql`used_at is null`),
      index('uploads_owner').on(t.ownerId),
    ],
  );

  return { uploads };
}
