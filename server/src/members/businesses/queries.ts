import { eq } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export const findBusiness = ({ q, t: { businesses: b } }: Conn, userId: string) =>
  q
    .select({ name: b.name, address: b.address, email: b.email, registerNumber: b.registerNumber })
    .from(b)
    .where(eq(b.userId, userId));

export const putBusiness = (
  { q, t: { businesses: b } }: Conn,
  { userId, ...declared }: Tables['businesses']['$inferInsert'],
) =>
  q
    .insert(b)
    .values({ userId, ...declared })
    .onConflictDoUpdate({ target: [b.userId], set: declared })
    .returning({ userId: b.userId });

export const deleteBusiness = ({ q, t: { businesses: b } }: Conn, userId: string) =>
  q.delete(b).where(eq(b.userId, userId)).returning({ userId: b.userId });
