import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Tx } from '../../../server/src/platform/db/database.ts';

const ROWS_AT_ONCE = 500;
/** As long as the product's argon2 hashes. */
const PASSWORD_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'s'.repeat(22)}$${'h'.repeat(43)}`;
/** Typical message lengths: 20 to 119 characters. */
const TEXT =
  'Is it still available, and would you take a bit less for it if it went out this week? I would wear it a lot, promise.';

/** Spreads positions over `over` places, the same way in every run. */
const spread = (n: number, over: number): number => (n * 2_654_435_761) % over;

async function inBatches(
  db: Database,
  count: number,
  insert: (tx: Tx, numbers: number[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, i) => from + i);
    await db.transact((tx) => insert(tx, numbers));
  }
}

/** Adds members as sign-up and sign-in would, each with a session. @returns their ids. */
export async function addMembers(db: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await inBatches(db, count, async ({ q, t }, numbers) => {
    const at = new Date();
    const dates = { createdAt: at, updatedAt: at };
    const some = numbers.map((n) => {
      const id = ids[n] as string;
      return { id, userId: id, name: `member_${id.replaceAll('-', '').slice(0, 12)}` };
    });
    await q.insert(t.authUsers).values(
      some.map(({ id, name }) => ({
        ...{ id, ...dates, email: `${name}@example.com`, passwordHash: PASSWORD_HASH, confirmedAt: at },
        ...{ lastSignInAt: at, promisedUsername: name, userMetadata: {} },
      })),
    );
    await q.insert(t.authIdentities).values(
      some.map(({ userId }) => ({
        ...{ id: randomUUID(), userId, provider: 'email', subject: userId, createdAt: at },
      })),
    );
    await q.insert(t.authSessions).values(
      some.map(({ userId }) => ({
        ...{
          id: randomUUID(),
          userId,
          salt: randomBytes(16).toString('base64url'),
          counter: 0,
          delivered: 0,
        },
        ...{ aal: 'aal1', amr: [{ method: 'password' as const, timestamp: 1_800_000_000 }] },
        ...{ refreshedAt: at, createdAt: at },
      })),
    );
    await q
      .insert(t.authAudit)
      .values(
        some.flatMap(({ userId }) =>
          ['signup', 'login'].map((action) => ({ id: uuidv7(), action, userId, address: '192.0.2.17', at })),
        ),
      );
    await q
      .insert(t.users)
      .values(some.map(({ id, name }) => ({ id, ...dates, username: name, usernameKey: name })));
  });
  return ids;
}

/** The rows of photos used by items. */
export const addPhotos = (db: Database, ownerId: string, count: number): Promise<void> =>
  inBatches(db, count, ({ q, t }, numbers) => {
    const at = new Date();
    return q.insert(t.uploads).values(
      numbers.map(() => ({
        ...{ key: `${ownerId}/1800000000000-${randomUUID()}-front-1800.webp`, ownerId },
        ...{ width: 1800, height: 2400, placeholder: 'x'.repeat(28), usedAt: at, createdAt: at },
      })),
    );
  });

export interface Conversation {
  id: string;
  buyerId: string;
  sellerId: string;
  lastSeq: number;
}

/** Conversations about listings between arbitrary members. */
export async function addConversations(
  db: Database,
  { members, listings, count }: { members: string[]; listings: string[]; count: number },
): Promise<Conversation[]> {
  const conversations: Conversation[] = [];
  await inBatches(db, count, ({ q, t }, numbers) => {
    const some = numbers.map((n) => ({
      ...{ id: uuidv7(), lastSeq: 0, buyerId: members[spread(n, members.length)] as string },
      sellerId: members[spread(n + 1, members.length)] as string,
    }));
    conversations.push(...some);
    const at = new Date();
    return q.insert(t.conversations).values(
      some.map((conversation, i) => ({
        ...{
          ...conversation,
          creatorId: conversation.buyerId,
          lastSenderId: conversation.buyerId,
          createdAt: at,
          changedAt: at,
        },
        ...{ lastMessageAt: at, listingId: listings[((numbers[i] ?? 0) * 7) % listings.length] as string },
      })),
    );
  });
  return conversations;
}

/** Adds messages, consecutive ones in different conversations, as in production. */
export const addMessages = (db: Database, conversations: Conversation[], count: number): Promise<void> =>
  inBatches(db, count, ({ q, t }, numbers) =>
    q.insert(t.messages).values(
      numbers.map((n) => {
        const conversation = conversations[spread(n, conversations.length)] as Conversation;
        conversation.lastSeq += 1;
        const senderId = conversation.lastSeq % 2 === 1 ? conversation.buyerId : conversation.sellerId;
        return {
          ...{ id: uuidv7(), conversationId: conversation.id, seq: conversation.lastSeq, senderId },
          ...{
            clientId: randomUUID(),
            messageType: 'text' as const,
            content: TEXT.slice(0, 20 + spread(n, 100)),
          },
          createdAt: new Date(),
        };
      }),
    ),
  );
