import { and, eq, gt, sql } from 'drizzle-orm';
import type { Conn } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { dealColumns, messageColumns, offerColumns } from '../queries.ts';

const value = (name: string) => sql.placeholder(name);

export const findRecent = prepared('find_recent_client_ids', ({ q, t: { messages: m } }: Conn) =>
  q
    .select({ clientId: m.clientId })
    .from(m)
    .where(and(eq(m.conversationId, value('conversationId')), gt(m.seq, value('after')))),
);

const recorded = sql`select seq from message_client_ids
  where key = unhex(replace(${value('conversationId')} || ${value('clientId')}, '-', ''))`;

export const findRecorded = prepared('find_recorded_client_id', ({ q }: Conn) =>
  q.select({ seq: sql<number>`seq` }).from(sql`(${recorded})`),
);

export const findUnrecordedMessage = prepared('find_sent_message', ({ q, t }: Conn) =>
  q
    .select({ ...messageColumns(t), offer: offerColumns(t), deal: dealColumns(t) })
    .from(t.messages)
    .leftJoin(t.offers, eq(t.offers.id, t.messages.offerId))
    .leftJoin(t.deals, eq(t.deals.id, t.messages.dealId))
    .where(
      and(
        eq(t.messages.conversationId, value('conversationId')),
        eq(t.messages.clientId, value('clientId')),
        eq(t.messages.senderId, value('senderId')),
        gt(t.messages.seq, value('after')),
      ),
    ),
);

export const findRecordedMessage = prepared('find_recorded_message', ({ q, t }: Conn) =>
  q
    .select({ ...messageColumns(t), offer: offerColumns(t), deal: dealColumns(t) })
    .from(t.messages)
    .leftJoin(t.offers, eq(t.offers.id, t.messages.offerId))
    .leftJoin(t.deals, eq(t.deals.id, t.messages.dealId))
    .where(
      and(
        eq(t.messages.conversationId, value('conversationId')),
        sql`${t.messages.seq} in (${recorded})`,
        eq(t.messages.clientId, value('clientId')),
        eq(t.messages.senderId, value('senderId')),
      ),
    ),
);
