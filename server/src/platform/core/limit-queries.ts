import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';

/** In the open window of the key, or a new one until `endsAt`. @returns how many points the window has used */
export function takePoints({ q, t }: Conn, taken: { key: string; points: number; endsAt: Date }) {
  const { key, points, endsAt } = t.authLimits;
  const isOver = lte(endsAt, new Date());
  return q
    .insert(t.authLimits)
    .values(taken)
    .onConflictDoUpdate({
      target: key,
      set: {
        points: sql`case when ${isOver} then 0 else ${points} end + excluded.points`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${endsAt} end`,
      },
    })
    .returning({ points, endsAt });
}

export function giveBackPoints({ q, t: { authLimits: l } }: Conn, key: string, points: number) {
  return q
    .update(l)
    .set({ points: sql`${l.points} - ${points}` })
    .where(and(eq(l.key, key), gt(l.points, 0)))
    .returning({ key: l.key });
}
