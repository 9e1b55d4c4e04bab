import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

export interface Row {
  id: string;
  seq: number;
  clientId: string;
  senderId: string;
  content: string;
}

/** The messages that the database on disk holds, by conversation and in the order of `seq`, and whether it is whole. */
export function readMessages(dataDir: string): { byTalk: Map<string, Row[]>; integrity: unknown } {
  const sqlite = new Sqlite(join(dataDir, 'selvedge.db'));
  try {
    const rows = sqlite
      .prepare<[], Row & { conversationId: string }>(
        `select id, seq, client_id as clientId, sender_id as senderId, content, conversation_id as conversationId
         from messages order by conversation_id, seq`,
      )
      .all();
    return {
      byTalk: Map.groupBy(rows, (row) => row.conversationId),
      integrity: sqlite.pragma('integrity_check', { simple: true }),
    };
  } finally {
    sqlite.close();
  }
}
