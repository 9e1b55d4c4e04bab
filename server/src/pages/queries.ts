import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

const value = (name: string) => sql.placeholder(name);

export const findPhotos = prepared('find_photos_of_listing', ({ q, t: { listings: l } }: Conn) =>
  q
    .select({ photos: l.photos })
    .from(l)
    .where(and(eq(l.id, value('id')), isNull(l.removedAt))),
);
