import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { createAccessTokens, hashOf } from '../../../server/src/identity/sessions/access-token.ts';
import { createKeyRing } from '../../../server/src/identity/sessions/key-ring.ts';
import { createSecret } from '../../../server/src/platform/core/secret.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { fillInbox } from '../../support/data/full-inbox.ts';
import type { Pair } from '../chat/populate.ts';

const TTL_SECONDS = 3_600;
const AT_ONCE = 20;

/**
 * Creates `count` pairs of members who have a conversation and are already signed in. They are written
 * straight into the database: hashing thousands of passwords would take longer than the measurement.
 */
export async function addPairs(url: string, databaseUrl: string, count: number): Promise<Pair[]> {
  const db = await openDatabase(databaseUrl, createLog('error'));
  const derive = createSecret(undefined, dirname(databaseUrl.slice('file:'.length)));
  const keys = await createKeyRing(db, derive, TTL_SECONDS);
  const { sign } = createAccessTokens(keys, `${url}/auth/v1`, TTL_SECONDS);

  async function addMember(name: string): Promise<{ id: string; token: string }> {
    const [id, sessionId, now] = [randomUUID(), randomUUID(), new Date()];
    const times = { createdAt: now, updatedAt: now };
    const email = `${name}@example.com`;
    const level = { aal: 'aal1', amr: [{ method: 'password' as const, timestamp: 0 }] };
    const metadata = { appMetadata: { provider: 'email' }, userMetadata: {} };
    const { token } = await sign({ userId: id, email, ...metadata, sessionId, counter: 0, ...level });
    await db.transact(async ({ q, t }) => {
      const account = { id, email, promisedUsername: name, userMetadata: {}, confirmedAt: now };
      await q.insert(t.authUsers).values({ ...account, ...times });
      await q.insert(t.users).values({ id, username: name, usernameKey: name, ...times });
      const session = { id: sessionId, userId: id, salt: randomUUID(), ...level };
      // Mark the token as used: the first use of each token is a write.
      const shown = { counter: 0, delivered: 0, deliveredHash: hashOf(token) };
      await q.insert(t.authSessions).values({ ...session, ...shown, refreshedAt: now, createdAt: now });
    });
    return { id, token };
  }

  const pairs: Pair[] = [];
  let next = 0;
  async function fill(): Promise<void> {
    while (next < count) {
      const n = next++;
      const [buyer, seller] = [await addMember(`buyer-${n}`), await addMember(`seller-${n}`)];
      const [conversationId = ''] = await fillInbox(db, {
        ...{ buyerId: buyer.id, sellerId: seller.id, count: 1 },
      });
      pairs.push({ tokens: [buyer.token, seller.token], conversationId });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fill));
  await db.close();
  return pairs;
}
