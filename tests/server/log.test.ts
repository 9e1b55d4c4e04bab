import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../../server/src/log.ts';
import { describeOnBothEngines } from '../support/database.ts';

describeOnBothEngines('the log', (openDb) => {
  test('tells of a query that failed, and nothing of what was to be stored', async () => {
    const db = await openDb();
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    // Of nobody, in no conversation: the database refuses it.
    const from = { id: randomUUID(), conversationId: randomUUID(), clientId: randomUUID(), seq: 1 };
    const said = { messageType: 'text', content: 'my number is 555 0100', createdAt: new Date() };
    const people = { senderId: randomUUID(), recipientId: randomUUID() };
    await db
      .transact(({ q, t }) =>
        q
          .insert(t.messages)
          .values({ ...from, ...people, ...said })
          .returning(),
      )
      .catch((err: unknown) => log.error({ err }, 'it failed'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/foreign key/i);
    expect(lines[0]).not.toContain('555 0100');
  });
});
