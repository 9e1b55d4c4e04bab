import { SYNC_MESSAGES_MAX } from '@selvedge/shared/limits';
import { expect, test } from 'vitest';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { sync } from '../../../server/src/conversations/sync.ts';
import { describeOnBothEngines } from '../../support/database.ts';
import { addListing, addPerson } from '../../support/market.ts';
import { startTalk } from '../../support/talk.ts';

describeOnBothEngines('catching up', (openDb) => {
  test('brings what follows the seq that the client names', async () => {
    const db = await openDb();
    const { buyer, seller, id, say } = await startTalk(db);
    for (let i = 1; i <= 5; i += 1) await say(buyer, `message ${i}`);
    const synced = await db.read((conn) => sync(conn, seller, { conversations: { [id]: 2 } }));
    expect(synced.messages.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(synced.conversations.map((one) => [one.id, one.lastSeq, one.isRead])).toEqual([[id, 5, false]]);
    expect(synced.complete).toBe(true);
  });

  test('a long gap comes in bounded parts that join without a hole', async () => {
    const db = await openDb();
    const { buyer, seller, id, say } = await startTalk(db);
    const total = SYNC_MESSAGES_MAX + 120;
    await Promise.all(Array.from({ length: total }, (_, i) => say(buyer, `message ${i}`)));
    const seqs: number[] = [];
    for (let asked = 1; ; asked += 1) {
      const known = { [id]: seqs.at(-1) ?? 0 };
      const synced = await db.read((conn) => sync(conn, seller, { conversations: known }));
      seqs.push(...synced.messages.map(({ seq }) => seq));
      if (synced.complete) {
        expect(asked).toBe(2);
        break;
      }
    }
    expect(seqs).toEqual(Array.from({ length: total }, (_, i) => i + 1));
  });

  test('conversations that have come up since are in it; those below what the client holds are not', async () => {
    const db = await openDb();
    const { ctx, buyer, seller, id, say } = await startTalk(db);
    const older = await addListing(db, seller.id);
    const { conversation: below } = await openConversation(ctx, buyer, {
      sellerId: seller.id,
      listingId: older,
      isWTB: false,
    });

    const sayIn = (conversationId: string) =>
      sendMessage(ctx, buyer, {
        clientId: crypto.randomUUID(),
        conversationId,
        type: 'text',
        content: 'Hello',
      });
    await sayIn(below.id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await say(buyer, 'Hello');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const newer = await addListing(db, seller.id);
    const { conversation: above } = await openConversation(ctx, buyer, {
      sellerId: seller.id,
      listingId: newer,
      isWTB: false,
    });
    await sayIn(above.id);
    const synced = await db.read((conn) => sync(conn, seller, { conversations: { [id]: 1 } }));
    expect(synced.conversations.map((one) => one.id).sort()).toEqual([id, above.id].sort());
  });

  test('naming a conversation of strangers brings nothing of it', async () => {
    const db = await openDb();
    const { buyer, id, say } = await startTalk(db);
    await say(buyer, 'private');
    const stranger = await addPerson(db, 'stranger');
    const synced = await db.read((conn) => sync(conn, stranger, { conversations: { [id]: 0 } }));
    expect(synced).toEqual({ conversations: [], messages: [], complete: true });
  });
});
