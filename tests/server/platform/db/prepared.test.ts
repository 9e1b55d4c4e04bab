import { randomUUID } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countUnread } from '../../../../server/src/conversations/inbox-queries.ts';
import { conversationsWithDetails, findConversation } from '../../../../server/src/conversations/queries.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../../server/src/platform/db/open.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { storeConversation } from '../../../support/people/stored-conversation.ts';
import { createDatabase, describeOnBothEngines } from '../../../support/servers/database.ts';

/** Reads a conversation through the prepared statement, and through the same query in the query builder. */
async function readTwice(db: Database, id: string) {
  return db.read(async (conn) => [
    await findConversation(conn, { id }),
    await conversationsWithDetails(conn).where(eq(conn.t.conversations.id, id)),
  ]);
}

describeOnBothEngines('a prepared statement', ({ openDb }) => {
  test('returns what the query builder returns', async () => {
    const db = await openDb();
    const { id, buyer, send } = await storeConversation(db);
    const [empty, emptyToo] = await readTwice(db, id);
    expect(empty).toStrictEqual(emptyToo);
    expect(empty?.[0]).toMatchObject({ wanted: null, last: null, blockedByBuyerAt: null });

    await send(buyer, 'Would you take 320 for it?');
    const [spoken, spokenToo] = await readTwice(db, id);
    expect(spoken).toStrictEqual(spokenToo);
    expect(spoken?.[0]).toMatchObject({ last: { content: 'Would you take 320 for it?', unsentAt: null } });
    expect(await db.read((conn) => findConversation(conn, { id: randomUUID() }))).toEqual([]);
  });
});

test('SQLite does not recompile a statement for each value', async () => {
  const { url, remove } = await createDatabase('sqlite');
  onTestFinished(remove);
  const db = await openDatabase(url, createLog('error'));
  onTestFinished(() => db.close());
  const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  const { buyer, seller, send } = await storeConversation(db);
  await send(buyer, 'Would you take 320 for it?');
  await db.read((conn) => countUnread(conn, seller.id));

  const withValues = prepare.mock.calls.map(([source]) => source).filter((source) => source.includes('?'));
  expect(withValues.length).toBeGreaterThan(5);
  expect(withValues.filter((source) => /(?<!\+)\?/.test(source))).toEqual([]);
});
