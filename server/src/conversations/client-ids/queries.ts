import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';
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

const sentMessages = ({ q, t }: Conn) =>
  q
    .select({ ...messageColumns(t), offer: offerColumns(t), deal: dealColumns(t) })
    .from(t.messages)
    .leftJoin(t.offers, eq(t.offers.id, t.messages.offerId))
    .leftJoin(t.deals, eq(t.deals.id, t.messages.dealId));

const isSent = ({ messages: m }: Tables, more: SQL) =>
  and(
    eq(m.conversationId, value('conversationId')),
    eq(m.clientId, value('clientId')),
    eq(m.senderId, value('senderId')),
    more,
  );

export const findUnrecordedMessage = prepared('find_sent_message', (conn: Conn) =>
  sentMessages(conn).where(isSent(conn.t, gt(conn.t.messages.seq, value('after')))),
);

export const findRecordedMessage = prepared('find_recorded_message', (conn: Conn) =>
  sentMessages(conn).where(isSent(conn.t, sql`${conn.t.messages.seq} in (${recorded})`)),
);
