import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

export interface Row {
  id: string;
  seq: number;
  clientId: string;
  senderId: string;
  content: string;
}

/**
 * The messages in a SQLite database, by conversation and in the order of `seq`, and whether it passes the
 * integrity check.
 */
export function readMessages(dataDir: string): { byConversation: Map<string, Row[]>; integrity: unknown } {
  const sqlite = new Sqlite(join(dataDir, 'selvedge.db'));
  try {
    const rows = sqlite
      .prepare<[], Row & { conversationId: string }>(
        `select id, seq, client_id as clientId, sender_id as senderId, content, conversation_id as conversationId
         from messages order by conversation_id, seq`,
      )
      .all();
    return {
      byConversation: Map.groupBy(rows, (row) => row.conversationId),
      integrity: sqlite.pragma('integrity_check', { simple: true }),
    };
  } finally {
    sqlite.close();
  }
}

/** The same for a PostgreSQL database, with its number of deadlocks. */
export async function readPostgres(
  databaseUrl: string,
): Promise<{ byTalk: Map<string, Row[]>; deadlocks: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Row & { conversationId: string }>(
      `select id, seq, client_id as "clientId", sender_id as "senderId", content, conversation_id as "conversationId"
       from messages order by conversation_id, seq`,
    );
    const counted = await client.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return {
      byTalk: Map.groupBy(rows, (row) => row.conversationId),
      deadlocks: counted.rows[0]?.deadlocks ?? Number.NaN,
    };
  } finally {
    await client.end();
  }
}
