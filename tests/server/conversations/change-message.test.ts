import { MESSAGE_CHANGE_MINUTES } from '@selvedge/shared/limits';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { blockPerson } from '../../../server/src/blocks/change-block.ts';
import { editMessage } from '../../../server/src/conversations/edit-message.ts';
import { listConversations } from '../../../server/src/conversations/list-conversations.ts';
import { presentConversation } from '../../../server/src/conversations/present.ts';
import { removeMessage } from '../../../server/src/conversations/remove-message.ts';
import { unsendMessage } from '../../../server/src/conversations/unsend-message.ts';
import type { Database } from '../../../server/src/db/database.ts';
import { fileReport } from '../../../server/src/reports/file-report.ts';
import { listMessages } from '../../support/data/list-messages.ts';
import { addPerson } from '../../support/people/market.ts';
import { startTalk } from '../../support/people/talk.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

/** Lets a message be sent so many minutes ago. */
const sentAgo = (db: Database, id: string, minutes: number) =>
  db.transact(({ q, t }) =>
    q
      .update(t.messages)
      .set({ createdAt: new Date(Date.now() - minutes * 60_000) })
      .where(eq(t.messages.id, id))
      .returning({ id: t.messages.id }),
  );

const stored = async (db: Database, id: string) => {
  const [row] = await db.read(({ q, t }) => q.select().from(t.messages).where(eq(t.messages.id, id)));
  return row;
};

describeOnBothEngines('a message of mine', (openDb) => {
  async function setUp() {
    const db = await openDb();
    const talk = await startTalk(db);
    const said = await talk.say(talk.buyer, 'Is it avialable?');
    const edit = (by = talk.buyer, content = 'Is it available?') =>
      editMessage(talk.ctx, by, { messageId: said.id, content });
    const unsend = (by = talk.buyer) => unsendMessage(talk.ctx, by, { messageId: said.id });
    const remove = () => db.transact((tx) => removeMessage(talk.ctx, tx, said.id));
    return { ...talk, db, said, edit, unsend, remove };
  }

  test('is edited in its place, and both people are told, with the inbox as it is now', async () => {
    const { said, edit, buyer, seller, toldTo } = await setUp();
    const edited = await edit();
    expect(edited).toEqual({
      ...said,
      content: 'Is it available?',
      editedAt: expect.any(String),
      changedSeq: 1,
    });
    for (const person of [buyer, seller]) {
      const [event] = await toldTo(person, 'message:changed');
      expect(event?.message).toEqual(edited);
      expect(event?.conversation).toMatchObject({
        lastSeq: 1,
        changeSeq: 1,
        lastMessage: { content: 'Is it available?' },
      });
    }
  });

  test('is unsent: its words are gone from the database, its place stays', async () => {
    const { db, ctx, said, unsend, buyer, seller, id } = await setUp();
    expect(await unsend()).toMatchObject({ id: said.id, seq: 1, content: '', isUnsent: true });
    expect(await stored(db, said.id)).toMatchObject({ content: '', seq: 1 });
    const [message] = await db.read((conn) => listMessages(ctx, conn, seller, id, { limit: 60 }));
    expect(message).toMatchObject({ content: '', isUnsent: true });
    const { rows } = await db.read((conn) => listConversations(conn, buyer.id, { limit: 1, from: null }));
    expect(rows.map((row) => presentConversation(row, buyer.id).lastMessage)).toMatchObject([
      { content: '', isUnsent: true },
    ]);
  });

  test('asked for twice, after a lost answer, is changed once', async () => {
    const { edit, unsend, seller, toldTo } = await setUp();
    expect(await edit()).toEqual(await edit());
    expect(await unsend()).toEqual(await unsend());
    expect(await toldTo(seller, 'message:changed')).toHaveLength(2);
  });

  test('edited by two tabs at once has two numbers, and the text of the later one', async () => {
    const { db, said, edit, buyer } = await setUp();
    const both = await Promise.all([edit(buyer, 'one'), edit(buyer, 'two')]);
    expect(both.map((one) => one.changedSeq).toSorted()).toEqual([1, 2]);
    const last = both.find((one) => one.changedSeq === 2);
    expect(await stored(db, said.id)).toMatchObject({ content: last?.content, changedSeq: 2 });
  });

  test("is nobody else's to change, and strangers do not learn of it", async () => {
    const { db, edit, unsend, seller } = await setUp();
    const stranger = await addPerson(db, 'stranger');
    for (const change of [edit, unsend]) {
      await expect(change(seller)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(change(stranger)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('is changed for a quarter of an hour', async () => {
    const { db, said, edit, unsend } = await setUp();
    await sentAgo(db, said.id, MESSAGE_CHANGE_MINUTES - 1);
    await edit();
    await sentAgo(db, said.id, MESSAGE_CHANGE_MINUTES + 1);
    await expect(edit()).rejects.toMatchObject({
      code: 'conflict',
      message: 'You can edit a message for 15 minutes.',
    });
    await expect(unsend()).rejects.toMatchObject({
      code: 'conflict',
      message: 'You can unsend a message for 15 minutes.',
    });
  });

  test('is not changed once it was removed or unsent, nor edited when it is a photo', async () => {
    const removed = await setUp();
    await removed.remove();
    await expect(removed.edit()).rejects.toMatchObject({ message: 'This message was removed.' });
    await expect(removed.unsend()).rejects.toMatchObject({ message: 'This message was removed.' });

    const { db, said, edit, unsend } = await setUp();
    await db.transact(({ q, t }) =>
      q
        .update(t.messages)
        .set({ messageType: 'image' })
        .where(eq(t.messages.id, said.id))
        .returning({ id: t.messages.id }),
    );
    await expect(edit()).rejects.toMatchObject({ message: 'A photo cannot be edited.' });
    await unsend();
    await expect(edit()).rejects.toMatchObject({ message: 'This message was unsent.' });
  });

  test('is not edited across a block, but can be taken back', async () => {
    const { ctx, seller, buyer, edit, unsend } = await setUp();
    await blockPerson(ctx, seller, buyer.id);
    await expect(edit()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await unsend()).toMatchObject({ isUnsent: true });
  });

  test('stays in a report as it was reported', async () => {
    const { db, said, seller, edit, unsend } = await setUp();
    const about = { subject: 'message', id: said.id, reason: 'scam', details: null } as const;
    const { report } = await fileReport(db, seller, about);
    await edit();
    await unsend();
    expect(report.evidence.text).toBe('Is it avialable?');
    const again = await db.read(({ q, t }) => q.select().from(t.reports));
    expect(again.map((one) => one.evidence.text)).toEqual(['Is it avialable?']);
  });
});
