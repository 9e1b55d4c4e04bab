import { mkdirSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import type { Upload } from '@selvedge/shared/items/listings';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildServer } from '../../../scripts/build.ts';
import { ownProxy, PROXIES } from '../../../scripts/find-proxies.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { openWebClient } from '../../support/clients/web-client.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { makeCertificate } from '../../support/peers/certificate.ts';
import { startDeployedProxy } from '../../support/peers/deployed-proxy.ts';
import { startRedis } from '../../support/peers/redis.ts';
import { PASSWORD, signUp } from '../../support/people/account.ts';
import { createDatabase } from '../../support/servers/database.ts';
import { nodesUnavailable } from '../../support/servers/nodes.ts';
import { createProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const MESSAGES = 30;
const BIG_BYTES = 30 * 1024 * 1024;
const PATIENCE = { timeout: 50_000, interval: 20 };
/** An address of this machine that differs from the proxy's. */
const ELSEWHERE = '127.0.0.2';

for (const name of PROXIES) if (!ownProxy(name)) console.warn(`${name} is not tested: it is not installed`);

/** Signs in from another address of this machine, with a forged X-Forwarded-For. */
function signInElsewhere(url: string, email: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      localAddress: ELSEWHERE,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '6.6.6.6' },
    });
    outgoing.once('response', (response) => text(response).then(() => resolve(response.statusCode), reject));
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify({ email, password: PASSWORD }));
  });
}

/** Node 22.18 cannot change its trusted certificates at run time. */
const canTrust = 'setDefaultCACertificates' in tls;

describe.skipIf(nodesUnavailable !== null || !canTrust)(
  'two nodes behind a proxy configured from deploy/',
  () => {
    const dir = makeTempDir();
    const certificate = makeCertificate();
    const authorities = tls.getCACertificates();
    const stops: (() => unknown)[] = [() => dir.remove()];
    const products: ReturnType<typeof createProduct>[] = [];
    let nodes: [number, number];
    let port: number;
    let url: string;
    let databaseUrl: string;
    beforeAll(async () => {
      tls.setDefaultCACertificates([...authorities, certificate.cert]);
      const [redis, database] = [await startRedis(), await createDatabase('postgres')];
      databaseUrl = database.url;
      nodes = [await freePort(), await freePort()];
      port = await freePort();
      url = `https://localhost:${port}`;
      stops.push(redis.remove, database.remove);
      await buildServer();
      const env = {
        AUTH_AUTOCONFIRM: 'true',
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis.url,
        PUBLIC_URL: url,
        TRUST_PROXY: '127.0.0.1',
      };
      for (const at of nodes) {
        const product = createProduct({
          entry: 'server/build/app/main.js',
          dataDir: join(dir.path, 'data'),
          port: at,
          env,
        });
        products.push(product);
        stops.push(product.stop);
        await product.start();
      }
    }, 120_000);
    afterAll(async () => {
      tls.setDefaultCACertificates(authorities);
      for (const stop of stops.reverse()) await stop();
    });

    async function addressesOf(memberId: string): Promise<string[]> {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      const { rows } = await client
        .query(`select address from auth_audit where user_id = $1 and action = 'signed_in' order by at`, [
          memberId,
        ])
        .finally(() => client.end());
      return rows.map(({ address }) => address as string);
    }

    for (const name of PROXIES) {
      test.skipIf(!ownProxy(name))(
        `${name} loses no message when a node is killed`,
        async () => {
          const folder = join(dir.path, name);
          mkdirSync(folder);
          const proxy = await startDeployedProxy(name, { dir: folder, port, nodes, certificate });
          onTestFinished(proxy.stop);
          const [seller, buyer] = await Promise.all([signUp(url, 'seller'), signUp(url, 'buyer')]);
          expect(await signInElsewhere(url, buyer.email)).toBe(200);
          expect((await addressesOf(buyer.id)).at(-1)).toBe(ELSEWHERE);

          const events = new AbortController();
          const stream = await fetch(`${url}/api/live`, { signal: events.signal });
          let received = '';
          const reading = (async () => {
            for await (const chunk of stream.body ?? []) received += Buffer.from(chunk).toString();
          })().catch(() => undefined);

          const photo = await phonePhoto();
          const big = new Blob([photo, new Uint8Array(BIG_BYTES)], { type: photo.type });
          const form = new FormData();
          form.set('image', big, 'front.jpg');
          expect((await seller.call<Upload>('POST', '/api/uploads/listings', form)).url).toContain('/media/');
          const listing = await seller.list(photo);
          await vi.waitUntil(() => received.includes(listing.id), PATIENCE);
          events.abort();
          await reading;

          const { id } = await buyer.openConversation(listing);
          const clients = [await openWebClient(url, buyer), await openWebClient(url, seller)] as const;
          await clients[0].send(id, 'Is it still available?');
          await vi.waitUntil(() => clients[0].acked.length === 1, PATIENCE);
          for (const client of clients) await client.open(id);
          for (let i = 0; i < MESSAGES; i += 1) {
            await clients[i % 2]?.send(id, `text ${i}`);
            if (i === MESSAGES / 2) await products[0]?.kill();
          }
          const total = MESSAGES + 1;
          await vi.waitUntil(
            () =>
              clients.every(
                (client) =>
                  client.isOnline() && client.outgoingCount() === 0 && client.thread(id).length === total,
              ),
            PATIENCE,
          );
          const acked = clients.flatMap((client) => client.acked.map((message) => message.id));
          for (const client of clients) {
            expect(client.thread(id).map(({ seq }) => seq)).toEqual(
              Array.from({ length: total }, (_, i) => i + 1),
            );
            expect(new Set(client.thread(id).map((message) => message.id))).toEqual(new Set(acked));
            client.close();
          }
          await products[0]?.start();
        },
        240_000,
      );
    }
  },
);
