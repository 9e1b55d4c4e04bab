import { and, eq, isNotNull } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { isParty } from '../../platform/db/seen.ts';
import type { StoredPhoto } from '../../platform/db/stored-photo.ts';

export function setImage({ q, t: { messages: m } }: Conn, id: string, image: StoredPhoto | null) {
  return q.update(m).set({ image }).where(eq(m.id, id)).returning({ id: m.id });
}

export function findImage({ q, t: { messages: m, conversations: c } }: Conn, id: string, memberId: string) {
  return q
    .select({ image: m.image })
    .from(m)
    .innerJoin(c, eq(c.id, m.conversationId))
    .where(and(eq(m.id, id), isParty(c, memberId)));
}

export function imagesOf({ q, t: { messages: m } }: Conn, conversationId: string) {
  return q
    .select({ id: m.id, image: m.image })
    .from(m)
    .where(and(eq(m.conversationId, conversationId), isNotNull(m.image)));
}
