import { createECDH, ECDH, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { arrangeConversation } from '../../../server/src/conversations/arrange-conversation.ts';
import { pushServiceOf } from '../../../server/src/notifications/delivery.ts';
import { createPushService, pushServicesAnd } from '../../../server/src/platform/push/push-service.ts';
import { insertRows, readRows, updateRows } from '../../support/data/rows.ts';
import { startNotifiedConversation } from '../../support/people/notified-conversation.ts';
import { describeOnEngines } from '../../support/servers/database.ts';

const PUBLIC = pushServicesAnd(['push.example.com']);

describeOnEngines('a push', ({ openDb }) => {
  const open = async () => startNotifiedConversation(await openDb());

  test('reaches each browser of an absent member at once', async () => {
    const { id, buyer, seller, send, subscribe, settled, notifyUnreadLater, peer, ctx } = await open();
    for (const path of ['/phone', '/desk']) expect((await subscribe(seller, path)).status).toBe(204);
    await send(buyer, 'Is it raw? secret words');
    await settled(1);
    expect(peer.received.map(({ path }) => path).toSorted()).toEqual(['/desk', '/phone']);
    for (const { push, signer, topic } of peer.received) {
      expect(push).toEqual({
        conversationId: id,
        title: 'odile',
        body: 'New message · Type II trucker, sashiko lining',
      });
      expect([signer, topic]).toEqual([pushServiceOf(ctx).key, id.replaceAll('-', '')]);
    }
    // Two minutes later it is not sent again.
    await notifyUnreadLater();
    expect(peer.received).toHaveLength(2);
    await send(buyer, 'Hello?');
    await settled(2);
    expect(peer.received).toHaveLength(4);
  });

  test('reaches a connected member only after two minutes', async () => {
    const { buyer, seller, send, read, subscribe, settled, notifyUnreadLater, peer, connected } =
      await open();
    await subscribe(seller, '/desk');
    connected.add(seller.id);
    await send(buyer, 'one');
    await settled(1);
    await notifyUnreadLater(0);
    expect(peer.received).toEqual([]);
    await Promise.all([notifyUnreadLater(), notifyUnreadLater(), notifyUnreadLater()]);
    expect(peer.received).toHaveLength(1);
    await send(buyer, 'two');
    await read();
    await notifyUnreadLater();
    expect(peer.received).toHaveLength(1);
  });

  test('is not sent once switched off', async () => {
    const { db, buyer, seller, send, subscribe, settled, notifyUnreadLater, call, peer, mails } =
      await open();
    await subscribe(seller, '/desk');
    const choose = async (isOn: boolean) => {
      for (const by of ['push', 'mail']) {
        const choice = { kind: 'message', by, isOn };
        expect((await call(seller, 'PUT', '/api/notifications/settings', choice)).status).toBe(204);
      }
    };
    await choose(false);
    expect(await (await call(seller, 'GET', '/api/notifications/settings')).json()).toMatchObject([
      { kind: 'message', label: 'Messages', push: false, mail: false },
    ]);
    await send(buyer, 'one');
    await settled(1);
    await notifyUnreadLater();
    await choose(true);
    const suspend = (bannedUntil: Date | null) =>
      updateRows(db, 'authUsers', { bannedUntil }, { id: buyer.id });
    await suspend(new Date(Date.now() + 60_000));
    await send(buyer, 'two');
    await settled(2);
    await notifyUnreadLater();
    await suspend(null);
    await send(buyer, 'three');
    await settled(3);
    expect([peer.received.length, mails.length]).toEqual([1, 0]);
    const createdAt = new Date();
    await insertRows(db, 'blocks', {
      id: crypto.randomUUID(),
      blockerId: seller.id,
      blockedId: buyer.id,
      createdAt,
    });
    await notifyUnreadLater();
    expect([peer.received.length, mails.length]).toEqual([1, 0]);
  });

  test('is not sent for a muted conversation', async () => {
    const { id, ctx, buyer, seller, send, subscribe, settled, notifyUnreadLater, read, peer, mails } =
      await open();
    await send(buyer, 'nothing yet');
    await settled(1);
    await read();
    for (const person of [buyer, seller]) await subscribe(person, `/${person.username}`);
    await arrangeConversation(ctx, seller, { id, isMuted: true });
    await send(buyer, 'one');
    await settled(2);
    await notifyUnreadLater();
    expect([peer.received, mails]).toEqual([[], []]);
    await send(seller, 'two');
    await settled(3);
    expect(peer.received.map(({ path }) => path)).toEqual(['/odile']);
    await arrangeConversation(ctx, seller, { id, isMuted: false });
    await send(buyer, 'three');
    await settled(4);
    expect(peer.received.map(({ path }) => path)).toEqual(['/odile', '/marlow']);
  });

  test('stops for a browser that is gone', async () => {
    const { db, buyer, seller, send, subscribe, settled, peer } = await open();
    const browsers = () => readRows(db, 'pushSubscriptions');
    await subscribe(seller, '/gone');
    await subscribe(seller, '/moved');
    peer.answers.set('/gone', 410).set('/moved', 307);
    await send(buyer, 'one');
    await settled(1);
    // A redirect is not followed and does not end the subscription.
    expect((await browsers()).map(({ endpoint }) => new URL(endpoint).pathname)).toEqual(['/moved']);
    expect(peer.received).toEqual([]);
    await db.transact(({ q, t }) =>
      q.delete(t.authSessions).where(eq(t.authSessions.id, seller.sessionId)).returning(),
    );
    expect(await browsers()).toEqual([]);
  });

  test('pauses for a service that fails', { tags: ['push-services'] }, async () => {
    const { db, buyer, seller, send, subscribe, settled, peer } = await open();
    await subscribe(seller, '/failing');
    peer.answers.set('/failing', 503);
    for (let i = 1; i <= 3; i += 1) {
      await send(buyer, `message ${i}`);
      await settled(i);
    }
    expect(peer.called('/failing')).toBe(1);
    expect(await readRows(db, 'queueFailures')).toMatchObject([{ queue: 'pushes' }]);
    await db.transact(({ q, t }) =>
      q.update(t.pushSubscriptions).set({ retryAt: new Date() }).returning({ id: t.pushSubscriptions.id }),
    );
    peer.answers.delete('/failing');
    for (let i = 4; i <= 5; i += 1) {
      await send(buyer, `message ${i}`);
      await settled(i);
    }
    expect(peer.received).toHaveLength(2);
  });

  test('a push service that goes on failing is dropped', async () => {
    const { db, buyer, seller, send, subscribe, settled, peer } = await open();
    await subscribe(seller, '/failing');
    peer.answers.set('/failing', 503);
    await db.transact(({ q, t }) =>
      q.update(t.pushSubscriptions).set({ failures: 9 }).returning({ id: t.pushSubscriptions.id }),
    );
    await send(buyer, 'one');
    await settled(1);
    expect(await readRows(db, 'pushSubscriptions')).toEqual([]);
  });

  test('reaches at most ten browsers of a member', async () => {
    const { db, buyer, seller, subscribe, call, peer } = await open();
    const browsers = async () =>
      (await readRows(db, 'pushSubscriptions')).map(
        ({ endpoint, userId }) => [new URL(endpoint).pathname, userId === seller.id] as const,
      );
    for (let i = 0; i < 12; i += 1) await subscribe(seller, `/${i}`);
    expect(await browsers()).toHaveLength(10);
    expect(new Map(await browsers()).has('/1')).toBe(false);
    await subscribe(buyer, '/11');
    expect(new Map(await browsers()).get('/11')).toBe(false);
    const { endpoint } = peer.subscription('/11');
    const address = '/api/notifications/subscription';
    expect((await call(seller, 'DELETE', address, { endpoint })).status).toBe(204);
    expect(new Map(await browsers()).has('/11')).toBe(true);
    expect((await call(buyer, 'DELETE', address, { endpoint })).status).toBe(204);
    expect(new Map(await browsers()).has('/11')).toBe(false);
    expect((await call(null, 'PUT', address, peer.subscription('/12'))).status).toBe(401);
  });

  test('is never sent to a non-public endpoint', {
    tags: ['request-forgery'],
  }, async () => {
    const db = await openDb();
    const closed = createPushService(() => new Uint8Array(32).fill(7), 'mailto:operator@example.com', PUBLIC);
    const { seller, subscribe, call, peer } = await startNotifiedConversation(db, {
      edges: { pushNetwork: PUBLIC },
    });
    // The peer's port is not allowed for public endpoints.
    expect((await subscribe(seller, '/desk')).status).toBe(400);
    const { keys } = peer.subscription('/x');
    for (const endpoint of [
      'http://push.example.com/a',
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://localhost/a',
      'https://router/a',
    ]) {
      const response = await call(seller, 'PUT', '/api/notifications/subscription', { endpoint, keys });
      expect([endpoint, response.status]).toEqual([endpoint, 400]);
    }
    const padded = { ...keys, auth: keys.auth + '='.repeat(1_000) };
    const subscription = { endpoint: 'https://push.example.com/a', keys: padded };
    const response = await call(seller, 'PUT', '/api/notifications/subscription', subscription);
    expect(response.status).toBe(400);
    const push = { conversationId: '', title: '', body: '' };
    const named = { endpoint: 'https://localhost/a', ...keys };
    await expect(closed.send(named, push)).rejects.toThrow('not the address of a push service');
  });
});

const POINT = createECDH('prime256v1').generateKeys();
const changed = (at: number, value: number) => Buffer.from(POINT).fill(value, at, at + 1);
describeOnEngines("a browser's push keys", ({ openDb }) => {
  test('need an uncompressed P-256 point with 16 secret bytes', async () => {
    const { seller, call, db } = await startNotifiedConversation(await openDb());
    const auth: Buffer = randomBytes(16);
    const compressed = ECDH.convertKey(POINT, 'prime256v1', undefined, undefined, 'compressed') as Buffer;
    const put = async (p256dh: Buffer, secret: Buffer = auth) => {
      const keys = { p256dh: p256dh.toString('base64url'), auth: secret.toString('base64url') };
      const subscription = { endpoint: 'https://push.example.com/a', keys };
      return (await call(seller, 'PUT', '/api/notifications/subscription', subscription)).status;
    };
    const refused: [string, Buffer, Buffer?][] = [
      ['off the curve', changed(64, (POINT[64] ?? 0) ^ 1)],
      ['hybrid', changed(0, 6 + ((POINT[64] ?? 0) & 1))],
      ['of another form', changed(0, 2)],
      ['compressed', compressed],
      ['compressed, padded', Buffer.concat([compressed, Buffer.alloc(32)])],
      ['at infinity', Buffer.alloc(65)],
      ['too short', POINT.subarray(0, 64)],
      ['too long', Buffer.concat([POINT, Buffer.alloc(1)])],
      ['with a short secret', POINT, auth.subarray(1)],
      ['with a long secret', POINT, Buffer.concat([auth, auth])],
    ];
    for (const [what, ...keys] of refused) expect([what, await put(...keys)]).toEqual([what, 400]);
    expect(await readRows(db, 'pushSubscriptions')).toEqual([]);
    expect(await put(POINT)).toBe(204);
  });
});

test.each([
  'https://10.0.0.1/x',
  'https://169.254.169.254/latest',
  'https://0x7f.1/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://push.example.com:8443/x',
  'https://localhost/x',
  'https://localhost./x',
  'https://push.localhost/x',
  'https://printer.local/x',
  'https://intranet/x',
])('%s is not accepted as a push endpoint', (address) => {
  expect(PUBLIC.isAllowed(new URL(address))).toBe(false);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://web.push.apple.com/x', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=x', true],
  ['https://push.example.com/x', true],
  ['https://fcm.googleapis.com.attacker.example/x', false],
  ['https://notfcm.googleapis.com.example/x', false],
  ['https://xpush.apple.com/x', false],
  ['https://victim.example/x', false],
])('%s is a push service: %s', { tags: ['push-services'] }, (address, isOne) => {
  expect(PUBLIC.isAllowed(new URL(address))).toBe(isOne);
});
