import { globSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { startWriters } from '../support/clients/writers.ts';
import { phonePhoto } from '../support/data/pictures.ts';
import { fillDisk, smallDisk, smallDisksUnavailable } from '../support/servers/disks.ts';
import { prepareDrill, signUpPair } from '../support/servers/drill.ts';
import { makeTempDir } from '../support/servers/temp.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };
/** The minimum number of messages before, during and after the full disk. */
const ENOUGH = 30;

const probeDir = makeTempDir();
const missing = smallDisksUnavailable(probeDir.path);
probeDir.remove();
if (missing) console.warn(`the full-disk test is skipped: ${missing}`);

const product = await prepareDrill({ disk: smallDisk(32) });

const formOf = (field: string, photo: Blob) => {
  const form = new FormData();
  form.set(field, photo, 'front.jpg');
  return form;
};
const photosOnDisk = () => globSync(`{incoming,media,media/.incoming}/**/*.*`, { cwd: product.dataDir });
const ready = async () =>
  (await (await fetch(`${product.url}/api/ready`)).json()) as { parts: Record<string, string> };

test.skipIf(missing !== null)(
  'a server with a full disk loses nothing',
  { tags: ['full-disk'], timeout: 120_000 },
  async () => {
    const conversation = await signUpPair(product.url);
    const writers = await startWriters(conversation);
    await vi.waitUntil(() => writers.acked() >= ENOUGH, PATIENCE);
    expect(await ready()).toMatchObject({ status: 'ok', parts: { disk: 'ok' } });

    let reads = 0;
    let isOver = false;
    const failedReads: number[] = [];
    const reading = (async () => {
      while (!isOver) {
        for (const path of ['/api/listings', `/api/conversations/${conversation.id}/messages`]) {
          const { status } = await conversation.seller.request('GET', path);
          reads += 1;
          if (status !== 200) failedReads.push(status);
        }
      }
    })();

    const before = photosOnDisk();
    const makeRoom = fillDisk(product.dataDir);
    await vi.waitUntil(() => writers.refused() >= ENOUGH, PATIENCE);
    const photo = await phonePhoto();
    for (const [path, field] of [
      ['/api/uploads/listings', 'image'],
      [`/api/conversations/${conversation.id}/images`, 'image'],
      ['/api/auth/user/profile-image', 'profileImage'],
    ] as const) {
      const response = await conversation.seller.request('POST', path, formOf(field, photo));
      expect(response.status, path).toBe(503);
      expect(response.headers.has('retry-after'), path).toBe(true);
      expect(await response.json()).toMatchObject({
        code: 'unavailable',
        message: 'Photos cannot be saved at the moment. Please try again later.',
      });
    }
    expect(photosOnDisk()).toEqual(before);
    // The readiness response is cached for a moment.
    await vi.waitUntil(async () => (await ready()).parts.disk === 'down', PATIENCE);
    expect(await ready()).toMatchObject({ status: 'degraded', parts: { database: 'ok', disk: 'down' } });
    await vi.waitUntil(() => product.output().includes('The disk is nearly full'), PATIENCE);

    const refused = writers.refused();
    const acked = writers.acked();
    makeRoom();
    const freedAt = performance.now();
    await vi.waitUntil(() => writers.acked() > acked, PATIENCE);
    const recovery = performance.now() - freedAt;
    await vi.waitUntil(() => writers.acked() >= acked + ENOUGH, PATIENCE);
    isOver = true;
    await Promise.all([reading, writers.stop()]);
    await conversation.seller.call('POST', '/api/uploads/listings', formOf('image', photo));

    expect(failedReads).toEqual([]);
    expect(product.exitCode()).toBe(null);
    expect(writers.unanswered()).toBe(0);
    writers.expectStored(product.dataDir);
    console.log(
      `full disk: ${writers.acked()} acked, 0 lost, ${refused} refused, ${reads} of ${reads} reads succeeded; the next message was stored ${Math.round(recovery)} ms after space was freed`,
    );
  },
);
