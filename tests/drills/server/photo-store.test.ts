import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { fileKeys } from '../../../server/src/platform/media/media-key.ts';
import { createS3Store } from '../../../server/src/platform/media/s3-store.ts';
import { sweepUnused } from '../../../server/src/platform/media/sweep.ts';
import { sweepOrphans } from '../../../server/src/platform/media/sweep-orphans.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { startProxy } from '../../support/peers/proxy.ts';
import { type S3Peer, startS3 } from '../../support/peers/s3.ts';
import { signUp } from '../../support/people/account.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

/** The minimum time that the store hangs; the test waits for the uploads in any case. */
const HANG_MS = Number(process.env.SELVEDGE_TEST_HANG_SECONDS ?? 0) * 1_000;
/** How often the server is killed during uploads. */
const KILLS = Number(process.env.SELVEDGE_TEST_KILLS ?? 1);
const HOUR = 3_600_000;
const PATIENCE = { timeout: 60_000, interval: 50 };

type Member = Awaited<ReturnType<typeof signUp>>;
const dir = makeTempDir();
let peer: S3Peer;
let link: Awaited<ReturnType<typeof startProxy>>;
let product: Awaited<ReturnType<typeof startProduct>>;
beforeAll(async () => {
  peer = await startS3();
  link = await startProxy(peer.port);
  product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true', ...peer.env(link.url) },
  });
});
afterAll(async () => {
  await product.stop();
  await link.close();
  await peer.close();
  dir.remove();
});

const formOf = (field: string, photo: Blob) => {
  const form = new FormData();
  form.set(field, photo, 'front.jpg');
  return form;
};
/**
 * Uploads a photo to every endpoint that takes one. @returns the responses, and how long the slowest took.
 */
async function uploadEverywhere(member: Member, { id }: Conversation, photo: Blob) {
  const startedAt = performance.now();
  const responses = await Promise.all(
    [
      ['/api/uploads/listings', 'image'] as const,
      // More uploads than the server processes at a time: the last ones wait for the first.
      ...Array.from({ length: 3 }, () => [`/api/conversations/${id}/images`, 'image'] as const),
      ['/api/auth/user/profile-image', 'profileImage'] as const,
    ].map(async ([path, field]) => {
      const response = await member.request('POST', path, formOf(field, photo));
      const { code, message } = (await response.json()) as { code?: string; message?: string };
      return { status: response.status, code, message };
    }),
  );
  return { answers: responses, ms: performance.now() - startedAt };
}
const ready = async () => (await (await fetch(`${product.url}/api/ready`)).json()) as { status: string };
const refusal = (message: string) => ({ status: 503, code: 'storage_down', message });
const OUT_OF_REACH = refusal('Photos are unavailable at the moment. Please try again later.');

test('members can chat while the photo store is down', async () => {
  const photo = await phonePhoto({ width: 90, height: 120 });
  const [buyer, seller] = [await signUp(product.url, 'odile'), await signUp(product.url, 'marlow')];
  const listing = await seller.list(photo);
  const conversation = await buyer.openConversation(listing);
  const [mine, theirs] = [buyer.connect(), seller.connect()];
  const received: string[] = [];
  theirs.on('message:new', ({ message }) => void received.push(message.content));
  const sendText = async (content: string) => {
    const input = { clientId: randomUUID(), conversationId: conversation.id, type: 'text', content } as const;
    expect(await mine.timeout(PATIENCE.timeout).emitWithAck('message:send', input)).toMatchObject({
      ok: true,
    });
    await vi.waitUntil(() => received.includes(content), PATIENCE);
  };
  await vi.waitUntil(() => mine.connected && theirs.connected, PATIENCE);
  const figures: string[] = [];

  for (const mode of ['blackhole', 'refuse'] as const) {
    link.set(mode);
    if (mode === 'refuse') link.cut();
    const over = new Promise((resolve) => setTimeout(resolve, HANG_MS));
    let isAnswered = false;
    const uploading = uploadEverywhere(buyer, conversation, photo).finally(() => {
      isAnswered = true;
    });
    let sentCount = 0;
    do {
      sentCount += 1;
      await sendText(`${mode} ${sentCount}`);
    } while (!isAnswered);
    const { answers: responses, ms } = await uploading;
    expect(responses).toEqual([OUT_OF_REACH, ...Array(3).fill(OUT_OF_REACH), refusal('Upload failed')]);
    await vi.waitUntil(async () => (await ready()).status === 'degraded', PATIENCE);
    expect(await ready()).toMatchObject({ status: 'degraded', parts: { database: 'ok', storage: 'down' } });
    // A listing is served even without its photos.
    expect((await fetch(`${product.url}/api/listings/${listing.id}`)).status).toBe(200);
    await over;
    link.set('pass');
    await vi.waitUntil(async () => (await ready()).status === 'ok', PATIENCE);
    await vi.waitUntil(async () => (await fetch(product.url + listing.images[0])).ok, PATIENCE);
    figures.push(
      `${mode}: ${sentCount} texts meanwhile, the last photo was refused after ${(ms / 1000).toFixed(1)} s`,
    );
    if (HANG_MS > 0) expect(ms).toBeLessThanOrEqual(10_000);
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = peer.objects().length;
    const uploading = Array.from({ length: 2 }, () =>
      buyer.request('POST', '/api/uploads/listings', formOf('image', photo)).catch(() => null),
    );
    // Kill the server while it stores the files of a picture.
    await vi.waitUntil(() => peer.objects().length > before, { ...PATIENCE, interval: 1 });
    await product.kill();
    await Promise.all(uploading);
    await product.start();
  }
  for (const client of [mine, theirs]) client.disconnect();
  await product.stop();

  const left = peer.objects();
  const db = await openDatabase(`file:${join(dir.path, 'selvedge.db')}`, createLog('error'));
  try {
    const store = createS3Store(peer.settings(), createLog('error'));
    const tomorrow = new Date(Date.now() + 25 * HOUR);
    await sweepUnused(db, store, tomorrow);
    await sweepOrphans({ db, store }, tomorrow);
    const rows = await db.read(({ q, t }) => q.select().from(t.uploads));
    expect(peer.objects()).toEqual(rows.flatMap(({ key }) => fileKeys(key)).sort());
    expect(rows).toHaveLength(1);
  } finally {
    await db.close();
  }
  console.log(
    `${figures.join('; ')}; ${KILLS} kills; ${left.length - 4} orphaned objects, 0 after the sweep`,
  );
}, 1_200_000);
