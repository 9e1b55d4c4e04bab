import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { addListing } from '../../support/people/market.ts';

const AT_ONCE = 8;
/** The password of every member; their addresses are `member-{n}@example.com`. */
export const PASSWORD = 'raw denim, soaked once';

/** Two members and their conversation; the first one sends. */
export interface Pair {
  tokens: [string, string];
  conversationId: string;
  /** The URL that each member connects to, if it differs from the shared one. */
  urls?: [string, string];
  /** They are on the relay, which knows members and conversations by number. */
  isRelay?: true;
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} responded ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Signs up a member. @returns the id and an access token, issued the usual way. */
async function signUp(url: string, n: number): Promise<{ id: string; token: string }> {
  const { access_token: token, user } = await post<{ access_token: string; user: { id: string } }>(
    `${url}/auth/v1/signup`,
    { email: `member-${n}@example.com`, password: PASSWORD },
  );
  return { id: user.id, token };
}

/** Creates `count` conversations about listings, each between two new members. */
export async function populate(url: string, databaseUrl: string, count: number): Promise<Pair[]> {
  const db = await openDatabase(databaseUrl, createLog('error'));
  const pairs: Pair[] = [];
  let next = 0;
  async function fill(): Promise<void> {
    while (next < count) {
      const n = next++;
      const [buyer, seller] = [await signUp(url, 2 * n), await signUp(url, 2 * n + 1)];
      // The first API call creates the member.
      await fetch(`${url}/api/auth/user`, { headers: { authorization: `Bearer ${seller.token}` } });
      const listingId = await addListing(db, seller.id);
      const about = { sellerId: seller.id, listingId, isWTB: false };
      const { id } = await post<{ id: string }>(`${url}/api/conversations`, about, buyer.token);
      pairs.push({ tokens: [buyer.token, seller.token], conversationId: id });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fill));
  await db.close();
  return pairs;
}
