import { expect, test, vi } from 'vitest';
import { signUp } from '../../support/people/account.ts';
import { goodCloset, openCloset, zipOf } from '../../support/people/closet.ts';
import { prepareDrill } from '../../support/servers/drill.ts';

const KILLS = 3;
const ROWS = 60;
const PATIENCE = { timeout: 60_000, interval: 20 };

const product = await prepareDrill();

test('a server killed amid an import posts each row once', async () => {
  const member = await signUp(product.url, 'marlow');
  const call = (method: string, path: string, { body }: { body?: FormData }) =>
    member.request(method, path, body);
  const { start, details, done } = openCloset({ call });
  const actor = {
    ...member,
    ...{ username: '', profileImageUrl: null, isAdmin: false, sessionId: '', expiresAt: new Date() },
  };
  const { csv, photos } = await goodCloset(ROWS, 2);
  const { id } = await start(actor, zipOf(csv, photos));
  const counts: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const enough = (kill * ROWS) / (KILLS + 1);
    await vi.waitUntil(async () => (await details(actor, id)).posted >= enough, PATIENCE);
    await product.kill();
    await product.start();
    counts.push((await details(actor, id)).posted);
  }
  const { posted, failed } = await done(actor, id);
  expect([posted, failed]).toEqual([ROWS, 0]);
  const titles: string[] = [];
  for (let path = `/api/listings?limit=100&seller=${member.id}`; path; ) {
    const response = await member.request('GET', path);
    titles.push(...((await response.json()) as { title: string }[]).map(({ title }) => title));
    path = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
  }
  expect(titles.toSorted()).toEqual(Array.from({ length: ROWS }, (_, at) => `Coat ${at + 1}`).toSorted());
  console.log(`killed ${KILLS} times, after ${counts.join(', ')} of ${ROWS} rows: each posted once`);
}, 300_000);
