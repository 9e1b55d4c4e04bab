import { MESSAGE_CHANGE_MINUTES } from '@selvedge/shared/platform/limits';
import { expect, test } from 'vitest';
import { editMessage } from '../../../server/src/conversations/edit-message.ts';
import { listConversations } from '../../../server/src/conversations/list-conversations.ts';
import { presentConversation } from '../../../server/src/conversations/present.ts';
import { removeMessage } from '../../../server/src/conversations/remove-message.ts';
import { unsendMessage } from '../../../server/src/conversations/unsend-message.ts';
import { blockMember } from '../../../server/src/members/blocks/change-block.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { fileReport } from '../../../server/src/safety/reports/file-report.ts';
import { listMessages } from '../../support/data/list-messages.ts';
import { readRows, updateRows } from '../../support/data/rows.ts';
import { uniqueName } from '../../support/people/conversation.ts';
import { addMember } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

/** Backdates a message by a number of minutes. */
const backdate = (db: Database, id: string, minutes: number) =>
  updateRows(db, 'messages', { createdAt: new Date(Date.now() - minutes * 60_000) }, { id });

const stored = async (db: Database, id: string) => {
  const [row] = await readRows(db, 'messages', { id });
  return row;
};

describeOnBothEngines('changing my own message', ({ dbForAll }) => {
  const db = dbForAll();

  async function setUp() {
    const conversation = await storeConversation(db);
    const sent = await conversation.send(conversation.buyer, 'Is it avialable?');
    const edit = (by = conversation.buyer, content = 'Is it available?') =>
      editMessage(conversation.ctx, by, { messageId: sent.id, content });
    const unsend = (by = conversation.buyer) => unsendMessage(conversation.ctx, by, { messageId: sent.id });
    const remove = () => db.transact((tx) => removeMessage(conversation.ctx, tx, sent.id));
    return { ...conversation, db, sent, edit, unsend, remove };
  }

  test('an edit leaves the message in its place', async () => {
    const { sent, edit, buyer, seller, eventsTo } = await setUp();
    const edited = await edit();
    expect(edited).toEqual({
      ...sent,
      content: 'Is it available?',
      editedAt: expect.any(String),
      changedSeq: 1,
    });
    for (const person of [buyer, seller]) {
      const [event] = await eventsTo(person, 'message:changed');
      expect(event?.message).toEqual(edited);
      expect(event?.conversation).toMatchObject({
        lastSeq: 1,
        changeSeq: 1,
        lastMessage: { content: 'Is it available?' },
      });
    }
  });

  test('unsending deletes the text from the database', async () => {
    const { db, ctx, sent, unsend, buyer, seller, id } = await setUp();
    expect(await unsend()).toMatchObject({ id: sent.id, seq: 1, content: '', isUnsent: true });
    expect(await stored(db, sent.id)).toMatchObject({ content: '', seq: 1 });
    const [message] = await db.read((conn) => listMessages(ctx, conn, seller, id, { limit: 60 }));
    expect(message).toMatchObject({ content: '', isUnsent: true });
    const { rows } = await db.read((conn) => listConversations(conn, buyer.id, { limit: 1, from: null }));
    expect(rows.map((row) => presentConversation(row, buyer.id).lastMessage)).toMatchObject([
      { content: '', isUnsent: true },
    ]);
  });

  test('a repeated edit or unsend is applied once', async () => {
    const { edit, unsend, seller, eventsTo } = await setUp();
    expect(await edit()).toEqual(await edit());
    expect(await unsend()).toEqual(await unsend());
    expect(await eventsTo(seller, 'message:changed')).toHaveLength(2);
  });

  test('of concurrent edits, the later text wins', async () => {
    const { db, sent, edit, buyer } = await setUp();
    const both = await Promise.all([edit(buyer, 'one'), edit(buyer, 'two')]);
    expect(both.map((one) => one.changedSeq).toSorted()).toEqual([1, 2]);
    const last = both.find((one) => one.changedSeq === 2);
    expect(await stored(db, sent.id)).toMatchObject({ content: last?.content, changedSeq: 2 });
  });

  test('is refused to every other member', async () => {
    const { db, edit, unsend, seller } = await setUp();
    const stranger = await addMember(db, uniqueName('stranger'));
    for (const change of [edit, unsend]) {
      await expect(change(seller)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(change(stranger)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('is accepted for 15 minutes', async () => {
    const { db, sent, edit, unsend } = await setUp();
    await backdate(db, sent.id, MESSAGE_CHANGE_MINUTES - 1);
    await edit();
    await backdate(db, sent.id, MESSAGE_CHANGE_MINUTES + 1);
    await expect(edit()).rejects.toMatchObject({
      code: 'conflict',
      message: 'You can edit a message for 15 minutes.',
    });
    await expect(unsend()).rejects.toMatchObject({
      code: 'conflict',
      message: 'You can unsend a message for 15 minutes.',
    });
  });

  test('is refused once an admin has removed it', async () => {
    const removed = await setUp();
    await removed.remove();
    await expect(removed.edit()).rejects.toMatchObject({ message: 'This message was removed.' });
    await expect(removed.unsend()).rejects.toMatchObject({ message: 'This message was removed.' });
  });

  test('an edit of a photo is refused', async () => {
    const { db, sent, edit } = await setUp();
    await updateRows(db, 'messages', { messageType: 'image' }, { id: sent.id });
    await expect(edit()).rejects.toMatchObject({ message: 'A photo cannot be edited.' });
  });

  test('an edit of an unsent photo is refused', async () => {
    const { db, sent, edit, unsend } = await setUp();
    await updateRows(db, 'messages', { messageType: 'image' }, { id: sent.id });
    await unsend();
    await expect(edit()).rejects.toMatchObject({ message: 'This message was unsent.' });
  });

  test('after a block, only unsending is accepted', async () => {
    const { ctx, seller, buyer, edit, unsend } = await setUp();
    await blockMember(ctx, seller, buyer.id);
    await expect(edit()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await unsend()).toMatchObject({ isUnsent: true });
  });

  test('a report keeps the text that was reported', async () => {
    const { ctx, db, sent, seller, edit, unsend } = await setUp();
    const about = { subject: 'message', id: sent.id, reason: 'scam', details: null } as const;
    const { report } = await fileReport(ctx, seller, about);
    await edit();
    await unsend();
    expect(report.evidence.text).toBe('Is it avialable?');
    const again = await readRows(db, 'reports');
    expect(again.map((one) => one.evidence.text)).toEqual(['Is it avialable?']);
  });
});
