import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { insertRows } from '../../../support/data/rows.ts';
import { REPLY_TEXT, SENT_TEXT, startInstrumented } from '../../../support/measuring/instrumented.ts';
import { PASSWORD } from '../../../support/people/account.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';

describeOnEngines('the log', ({ openDb }) => {
  test('reports a failed query without its values', { tags: ['log-redaction'] }, async () => {
    const db = await openDb();
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    // The sender and conversation do not exist, so the database refuses the message.
    const from = {
      id: randomUUID(),
      senderId: randomUUID(),
      conversationId: randomUUID(),
      clientId: randomUUID(),
      seq: 1,
    };
    const message = { messageType: 'text' as const, content: 'my number is 555 0100', createdAt: new Date() };
    await insertRows(db, 'messages', { ...from, ...message }).catch((err: unknown) =>
      log.error({ err }, 'it failed'),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/foreign key/i);
    expect(lines[0]).not.toContain('555 0100');
  });
});

test('the log contains no secret at any level', {
  tags: ['log-redaction'],
}, async () => {
  const watched = await startInstrumented('sqlite');
  const { buyer, seller, socket, conversationId } = await watched.runExchange();
  socket.disconnect();
  // Refused requests must not leak anything either.
  const wrong = { email: buyer.email, password: 'not this one, and secret' };
  await watched.call('POST', '/auth/v1/token?grant_type=password', { json: wrong });
  await watched.call('GET', '/api/conversations', { headers: { authorization: 'Bearer stolen-token' } });
  await watched.call('GET', '/api/messages/search?q=Osaka', watched.as(buyer));
  const shown = await watched.call(
    'GET',
    `/api/conversations/${conversationId}/messages`,
    watched.as(seller),
  );
  expect(await shown.text()).toContain(SENT_TEXT);
  await watched.close();

  const log = watched.lines.join('');
  expect(log).toContain('"route":"/api/messages"');
  const secrets = [buyer, seller].flatMap(({ email, token, refreshToken, linkToken }) => [
    ...[email, token, refreshToken, linkToken],
  ]);
  for (const secret of [
    ...secrets,
    PASSWORD,
    wrong.password,
    'stolen-token',
    'Osaka',
    SENT_TEXT,
    REPLY_TEXT,
  ]) {
    expect(log).not.toContain(secret);
  }
  const call = watched.lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request');
  expect(Object.keys(call).toSorted()).toEqual(
    ['level', 'method', 'ms', 'msg', 'requestId', 'route', 'status', 'time'].toSorted(),
  );
});
