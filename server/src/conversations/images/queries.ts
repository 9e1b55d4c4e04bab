import { and, eq, isNotNull } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { isParty } from '../../platform/db/seen.ts';
import type { StoredPhoto } from '../../platform/db/tables.ts';

export const setImage = ({ q, t: { messages: m } }: Conn, id: string, image: StoredPhoto | null) =>
  q.update(m).set({ image }).where(eq(m.id, id)).returning({ id: m.id });

export const findImage = ({ q, t: { messages: m, conversations: c } }: Conn, id: string, personId: string) =>
  q
    .select({ image: m.image })
    .from(m)
    .innerJoin(c, eq(c.id, m.conversationId))
    .where(and(eq(m.id, id), isParty(c, personId)));

export const imagesOf = ({ q, t: { messages: m } }: Conn, conversationId: string) =>
  q
    .select({ id: m.id, image: m.image })
    .from(m)
    .where(and(eq(m.conversationId, conversationId), isNotNull(m.image)));
