import { eq } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export function findBusiness({ q, t: { businesses: b } }: Conn, userId: string) {
  return q
    .select({ name: b.name, address: b.address, email: b.email, registerNumber: b.registerNumber })
    .from(b)
    .where(eq(b.userId, userId));
}

export function putBusiness(
  { q, t: { businesses: b } }: Conn,
  { userId, ...declared }: Tables['businesses']['$inferInsert'],
) {
  return q
    .insert(b)
    .values({ userId, ...declared })
    .onConflictDoUpdate({ target: [b.userId], set: declared })
    .returning({ userId: b.userId });
}

export function deleteBusiness({ q, t: { businesses: b } }: Conn, userId: string) {
  return q.delete(b).where(eq(b.userId, userId)).returning({ userId: b.userId });
}
