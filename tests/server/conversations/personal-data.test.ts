import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { conversationsPart } from '../../../server/src/conversations/personal-data.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { sendSingle } from '../../../server/src/conversations/send-within.ts';
import { deleteAccount } from '../../../server/src/members/personal-data/delete-account.ts';
import { profilePart } from '../../../server/src/members/personal-data.ts';
import { noPublish } from '../../../server/src/platform/core/publish.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { fillInbox } from '../../support/data/full-inbox.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';
import { endedOrWaiting } from '../../support/servers/ended-or-waiting.ts';

type Talk = Awaited<ReturnType<typeof storeConversation>>;

const idsOf = (db: Database) =>
  db.read(async ({ q, t }) =>
    (await q.select({ id: t.conversations.id }).from(t.conversations)).map(({ id }) => id),
  );

/** Deletes an account of which there are conversations and a profile alone. */
const leave = (db: Database, { ctx }: Talk, memberId: string, beforeCommit?: () => Promise<void>) => {
  const last = { async *files() {}, erase: async () => beforeCommit?.() };
  const parts = [conversationsPart(ctx), profilePart({ db, publish: noPublish }), last];
  const actor = {
    ...{ id: memberId, username: '', profileImageUrl: null, isAdmin: false },
    ...{ sessionId: '', expiresAt: new Date() },
  };
  return deleteAccount({ db, parts, confirm: async () => undefined }, actor, {});
};

describeOnBothEngines('conversations in the personal data', ({ openDb }) => {
  test('are exported in full while the inbox changes', async () => {
    const db = await openDb();
    const { ctx, seller, buyer } = await storeConversation(db);
    const ids = await fillInbox(db, { sellerId: seller.id, buyerId: buyer.id, count: 150 });
    /** Conversations beyond the first page of the inbox. */
    const oldest = ids.slice(-2);
    const moveUp = (conversationId: string) =>
      sendMessage(ctx, buyer, { conversationId, clientId: randomUUID(), type: 'text', content: 'Up!' });
    const paths: string[] = [];
    let list = '';
    for await (const { path, content } of conversationsPart(ctx).files(seller.id)) {
      paths.push(path);
      if (path === 'conversations.json') {
        for await (const piece of content) {
          if (list === '') await moveUp(oldest[0] ?? '');
          list += piece;
        }
      } else if (paths.length === 2) await moveUp(oldest[1] ?? '');
    }
    const listed = (JSON.parse(list) as { id: string }[]).map(({ id }) => id);
    expect(listed.toSorted()).toEqual(ids.toSorted());
    expect(paths.filter((path) => path.startsWith('conversations/')).toSorted()).toEqual(
      ids.map((id) => `conversations/${id}.json`).toSorted(),
    );
  });

  test("survive a first message during a participant's deletion", async () => {
    const db = await openDb();
    const conversation = await storeConversation(db);
    const { ctx, seller, buyer, id } = conversation;
    if (db.dialect === 'sqlite') {
      // SQLite runs one write at a time, so either may come first.
      await Promise.all([conversation.send(buyer, 'Is it raw?'), leave(db, conversation, seller.id)]);
      expect(await idsOf(db)).toEqual([id]);
      return;
    }
    const { promise: isWritten, resolve: signalWritten } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    // The row is written but not committed: effects and responses wait for the commit.
    const sending = db.transact(async (tx) => {
      const inside = {
        ...ctx,
        db: { ...db, transact: <T>(work: (own: typeof tx) => Promise<T>) => work(tx) },
      };
      const input = {
        conversationId: id,
        clientId: randomUUID(),
        type: 'text',
        content: 'Is it raw?',
      } as const;
      await sendSingle(inside, { actor: buyer, input, statement: null });
      signalWritten();
      await mayEnd;
    });
    await isWritten;
    const left = leave(db, conversation, seller.id);
    await endedOrWaiting(db, left);
    end();
    await sending;
    await left;
    expect(await idsOf(db)).toEqual([id]);
  });

  test('are deleted when both participants leave at once', async () => {
    const db = await openDb();
    const chat = await storeConversation(db);
    const { seller, buyer } = chat;
    await chat.send(buyer, 'Is it raw?');
    if (db.dialect === 'sqlite') {
      await Promise.all([leave(db, chat, seller.id), leave(db, chat, buyer.id)]);
    } else {
      let other: Promise<void> | undefined;
      await leave(db, chat, seller.id, async () => {
        other = leave(db, chat, buyer.id);
        await endedOrWaiting(db, other);
      });
      await other;
    }
    expect(await idsOf(db)).toEqual([]);
  });
});
