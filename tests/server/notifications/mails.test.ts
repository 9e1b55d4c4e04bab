import { expect, test } from 'vitest';
import { DELETED_NAME } from '../../../server/src/members/deleted.ts';
import { openOutbox } from '../../support/data/outbox.ts';
import { updateRows } from '../../support/data/rows.ts';
import { startMailPeer } from '../../support/peers/mail-peer.ts';
import { startNotifiedConversation } from '../../support/people/notified-conversation.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

describeOnBothEngines('mails about unread messages', ({ openDb }) => {
  const open = async () => startNotifiedConversation(await openDb());

  test('are sent two minutes after an unread message', async () => {
    const smtp = await startMailPeer();
    const db = await openDb();
    const outbox = openOutbox(db, smtp.url);
    const { id, buyer, send, notifyUnreadLater } = await startNotifiedConversation(db, { mailer: outbox });
    await send(buyer, 'Is it raw? secret words');
    await notifyUnreadLater(0);
    await outbox.send();
    expect(smtp.mails).toEqual([]);
    await notifyUnreadLater();
    await outbox.send();
    const [mail = ''] = smtp.mails;
    expect(mail).toContain('Subject: New message from odile');
    expect(mail).toContain(`https://shop.example/messages/${id}`);
    expect(mail).toContain('Type II trucker, sashiko lining');
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail).not.toContain('secret');
    expect(smtp.mails).toHaveLength(1);
    await smtp.close();
  });

  test('of one conversation form a thread', async () => {
    const smtp = await startMailPeer();
    const db = await openDb();
    const outbox = openOutbox(db, smtp.url);
    const { id, buyer, send, read, notifyUnreadLater } = await startNotifiedConversation(db, {
      mailer: outbox,
    });
    for (const text of ['Is it raw?', 'Still there?']) {
      await send(buyer, text);
      await notifyUnreadLater();
      await outbox.send();
      await read();
    }
    expect(smtp.mails).toHaveLength(2);
    for (const mail of smtp.mails)
      expect(mail).toMatch(new RegExp(`^References:\\s+<conversation-${id}@shop\\.example>\r?$`, 'm'));
    await smtp.close();
  });

  test('list all conversations in one mail', async () => {
    const { id, buyer, send, read, openAnother, notifyUnreadLater, mails } = await open();
    const second = await openAnother('Ring coat');
    await send(buyer, 'one');
    await second.send('two');
    await notifyUnreadLater();
    expect(mails.map(({ subject }) => subject)).toEqual(['New messages in 2 conversations']);
    expect(mails[0]?.text).toContain(`odile · Ring coat\nhttps://shop.example/messages/${second.id}`);

    await send(buyer, 'still there?');
    await notifyUnreadLater();
    expect(mails).toHaveLength(1);
    await read();
    await send(buyer, 'and now?');
    await second.send('you, too?');
    await notifyUnreadLater();
    expect(mails.slice(1).map(({ subject }) => subject)).toEqual(['New message from odile']);
    expect(mails[1]?.link).toBe(`https://shop.example/messages/${id}`);
  });

  test('are sent once by any number of processes', async () => {
    const { buyer, send, openAnother, notifyUnreadLater, mails } = await open();
    await send(buyer, 'one');
    for (const title of ['Ring coat', 'Century denim', 'Bomber'])
      await (await openAnother(title)).send('two');
    await Promise.all(Array.from({ length: 6 }, () => notifyUnreadLater()));
    // The other processes skip a conversation that one has taken.
    const named = mails.flatMap(({ text }) => text.match(/odile · .*/g) ?? []);
    expect(named.toSorted()).toEqual([
      'odile · Bomber',
      'odile · Century denim',
      'odile · Ring coat',
      'odile · Type II trucker, sashiko lining',
    ]);
  });

  test('can be unsubscribed with one click', async () => {
    const db = await openDb();
    const { app, call, seller, buyer, send, read, notifyUnreadLater, mails } =
      await startNotifiedConversation(db);
    await send(buyer, 'one');
    await notifyUnreadLater();
    const link = new URL(mails[0]?.unsubscribe ?? '');
    const path = link.pathname + link.search;
    const post = (to: string, body: string) =>
      app.request(to, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
    const page = await app.request(path);
    expect(await page.text()).toContain('Unsubscribe from message e-mails?');
    const settings = async () => (await call(seller, 'GET', '/api/notifications/settings')).json();
    const all = [expect.objectContaining({ kind: 'message', push: true, mail: true })];
    expect(await settings()).toEqual(all);
    expect((await post(`${path}x`, 'List-Unsubscribe=One-Click')).status).toBe(403);
    expect((await post(path, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await settings()).toMatchObject([{ kind: 'message', push: true, mail: false }]);

    await read();
    await send(buyer, 'two');
    await notifyUnreadLater();
    expect(mails).toHaveLength(1);
    const token = link.searchParams.get('token') ?? '';
    await post(link.pathname, new URLSearchParams({ token, action: 'on' }).toString());
    expect(await settings()).toEqual(all);

    // The state after an account is deleted.
    await updateRows(db, 'users', { username: DELETED_NAME }, { id: seller.id });
    expect((await post(path, 'List-Unsubscribe=One-Click')).status).toBe(403);
  });
});
