import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import type { Message } from '@selvedge/shared/conversations/conversations';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { build as buildProduct } from '../../../scripts/build.ts';
import { ownProxy, PROXIES, type ProxyName } from '../../../scripts/find-proxies.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { next } from '../../support/clients/socket.ts';
import { connectChecked } from '../../support/contract/traffic.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { readPostgres } from '../../support/data/stored-messages.ts';
import { makeCertificate } from '../../support/peers/certificate.ts';
import { startDeployedProxy } from '../../support/peers/deployed-proxy.ts';
import { startRedis } from '../../support/peers/redis.ts';
import { signUp } from '../../support/people/account.ts';
import {
  countAcked,
  countMissing,
  expectScreensAsStored,
  isQuiet,
  keepSending,
  startCrowd,
} from '../../support/people/crowd.ts';
import { createRequestClient } from '../../support/people/request-client.ts';
import { createDatabase } from '../../support/servers/database.ts';
import { signUpPair } from '../../support/servers/drill.ts';
import { installProduct } from '../../support/servers/installation.ts';
import { nodesUnavailable } from '../../support/servers/nodes.ts';
import { createProduct } from '../../support/servers/product.ts';
import { makeNewer } from '../../support/servers/release.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const UPGRADES = Number(process.env.SELVEDGE_TEST_UPGRADES ?? 1);
/**
 * Requests and messages between two replacements, so that each replacement happens while some are in flight.
 */
const PER_NODE = 50;
/**
 * How often each member of ten conversations writes, in milliseconds; threads stay short enough to be read in
 * full.
 */
const WRITE_EVERY = 200;
const ASK_EVERY = 20;
/** Requests per file and version: enough to also reach nodes without the file. */
const FILE_REQUESTS = 20;
/** How long a proxy may take to notice that a node is back, in milliseconds. */
const NOTICE_WITHIN = 3_000;
const PATIENCE = { timeout: 120_000, interval: 20 };

/** The proxy of compose.yaml or a substitute; all proxies in long runs. */
const proxies = [...new Set<ProxyName>(['haproxy', ...PROXIES])]
  .filter(ownProxy)
  .slice(0, UPGRADES > 1 ? PROXIES.length : 1);
if (proxies.length === 0) console.warn('rolling upgrades are not tested: no proxy is installed');

/**
 * The next version's migration: it adds columns and tables that this version does not know, and fills them.
 */
const ADDS = {
  '9000_adds': [
    'alter table messages add column mood text',
    'create index messages_mood on messages (mood)',
    'create table moods (id text primary key, said_at timestamptz not null default now())',
    "insert into moods (id) values ('glad')",
  ],
  '9001_fills': ['alter table users add column shout text', 'update users set shout = upper(username)'],
};

const VERSIONS = ['this', 'next'] as const;
type Version = (typeof VERSIONS)[number];
/** A client file that exists in only one version. */
const fileOf = (version: Version): string => `/assets/only-${version}.js`;

function install(version: Version, root: string): string {
  const { release } = installProduct(root);
  writeFileSync(join(root, 'web/dist', fileOf(version)), '');
  if (version === 'this') return root;
  release();
  makeNewer('postgres', join(root, 'server/migrations/postgres'), ADDS, { servesThis: true });
  return root;
}

const buildAt = async (url: string): Promise<string> =>
  ((await (await fetch(`${url}/api/health`)).json()) as { build: string }).build;

/** The client build of the page at `url`, which an old tab compares with the server's. */
async function buildOfPage(url: string): Promise<string | undefined> {
  const page = await (await fetch(url)).text();
  return /id="instance"[^>]*>.*?"build":"(.*?)"/s.exec(page)?.[1];
}

/** Node 22.18 cannot change its trusted certificates at run time. */
const canTrust = 'setDefaultCACertificates' in tls;

describe.skipIf(nodesUnavailable !== null || !canTrust || proxies.length === 0)(
  'rolling upgrade of two nodes behind a proxy',
  () => {
    const dir = makeTempDir();
    const certificate = makeCertificate();
    const authorities = tls.getCACertificates();
    const roots = {} as Record<Version, string>;
    beforeAll(async () => {
      tls.setDefaultCACertificates([...authorities, certificate.cert]);
      await buildProduct();
      for (const version of VERSIONS) roots[version] = install(version, join(dir.path, version));
    }, 120_000);
    afterAll(() => {
      tls.setDefaultCACertificates(authorities);
      dir.remove();
    });

    /** Starts both nodes with this version, and a proxy in front of them. */
    async function startNodes(name: ProxyName) {
      const [redis, database] = [await startRedis(), await createDatabase('postgres')];
      onTestFinished(async () => {
        await redis.remove();
        await database.remove();
      });
      const [port, one, two] = [await freePort(), await freePort(), await freePort()];
      const url = `https://localhost:${port}`;
      const env = {
        AUTH_AUTOCONFIRM: 'true',
        DATABASE_URL: database.url,
        REDIS_URL: redis.url,
        PUBLIC_URL: url,
        TRUST_PROXY: '127.0.0.1',
        // Required by the proxies' configuration.
        STOP_DELAY: '3',
      };
      const start = async (version: Version, at: number) => {
        const product = createProduct({
          entry: 'server/build/app/main.js',
          root: roots[version],
          dataDir: join(dir.path, `data of ${name}`),
          port: at,
          env,
        });
        onTestFinished(async () => void (await product.kill()));
        await product.start();
        return product;
      };
      const nodes = await Promise.all([start('this', one), start('this', two)]);
      const folder = join(dir.path, name);
      mkdirSync(folder);
      const proxy = await startDeployedProxy(name, { dir: folder, port, nodes: [one, two], certificate });
      onTestFinished(proxy.stop);
      return {
        url,
        databaseUrl: database.url,
        nodes,
        proxyOutput: proxy.output,
        /**
         * Follows the operator's instructions: stops a node, starts a version in its place, and waits until
         * the proxy has noticed.
         */
        async replace(index: 0 | 1, version: Version): Promise<void> {
          expect(await nodes[index].stop()).toBe(0);
          nodes[index] = await start(version, index === 0 ? one : two);
          await pause(NOTICE_WITHIN);
        },
      };
    }
    type Nodes = Awaited<ReturnType<typeof startNodes>>;

    /** Members who write and read all the time, over sockets and HTTP. */
    async function startTraffic({ url, databaseUrl, proxyOutput }: Nodes) {
      const crowd = await startCrowd(url, UPGRADES * 2_000);
      const { buyer, id } = await signUpPair(url);
      const requestClient = createRequestClient(url);
      const posted: Message[] = [];
      let isOver = false;
      const reading = ['/feed.xml', '/api/listings', '/', '/fonts/OFL.txt'].map(async (path) => {
        for (; !isOver; await pause(ASK_EVERY)) await requestClient.request({ path });
      });
      const writing = keepSending(crowd, WRITE_EVERY);
      const posting = (async () => {
        for (; !isOver; await pause(ASK_EVERY)) {
          const body = { conversationId: id, type: 'text', content: 'On paper', clientId: randomUUID() };
          const response = await requestClient.request({
            method: 'POST',
            path: '/api/messages',
            token: buyer.token,
            body,
          });
          if (response) posted.push(JSON.parse(response) as Message);
        }
      })();
      const acked = () => countAcked(crowd);
      return {
        asker: requestClient,
        acked,
        posted,
        async goOn(): Promise<void> {
          const [messages, questions] = [acked() + PER_NODE, requestClient.answered() + PER_NODE];
          await vi.waitUntil(() => acked() >= messages && requestClient.answered() >= questions, PATIENCE);
          expect(requestClient.failures, proxyOutput()).toEqual([]);
        },
        async end(): Promise<void> {
          isOver = true;
          await Promise.all([writing.stop(), posting, ...reading]);
          await vi.waitUntil(() => isQuiet(crowd), PATIENCE);
          requestClient.close();
          expect(requestClient.failures, proxyOutput()).toEqual([]);
          const { byTalk, deadlocks } = await readPostgres(databaseUrl);
          expect(deadlocks).toBe(0);
          expect(countMissing(crowd, byTalk)).toBe(0);
          const stored = new Set(byTalk.get(id)?.map((row) => row.id));
          expect(posted.filter((message) => !stored.has(message.id))).toEqual([]);
          await expectScreensAsStored(crowd, byTalk);
          for (const client of crowd.clients) client.close();
        },
      };
    }

    /** Events of each node arrive on the other. */
    async function expectEventsToCross({ url, nodes }: Nodes): Promise<void> {
      const [seller, buyer] = [await signUp(url, 'seller'), await signUp(url, 'buyer')];
      const listing = await seller.list(await phonePhoto());
      const { id: conversationId } = await buyer.openConversation(listing);
      const tabs = [
        { at: nodes[0].url, member: seller, price: '300.00' },
        { at: nodes[1].url, member: buyer, price: '290.00' },
      ].map((tab) => {
        const socket = connectChecked(tab.at, { auth: { token: tab.member.token } });
        const received: string[] = [];
        socket.on('message:new', ({ message }) => received.push(message.content));
        socket.on(
          'listing:changed',
          ({ listing: { id, price } }) => id === listing.id && received.push(price),
        );
        return { ...tab, socket, received };
      });
      await Promise.all(tabs.map(({ socket }) => next(socket, 'unread')));
      // Before its first message, only its creator sees a conversation.
      for (const { at, socket, price } of tabs.toReversed()) {
        const message = { clientId: randomUUID(), conversationId, type: 'text', content: `from ${at}` };
        expect(await socket.emitWithAck('message:send', message)).toMatchObject({ ok: true });
        const changed = await fetch(`${at}/api/listings/${listing.id}/price`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ price }),
        });
        expect(changed.status).toBe(200);
      }
      const expected = tabs.flatMap(({ at, price }) => [`from ${at}`, price]).sort();
      await vi.waitUntil(() => tabs.every(({ received }) => received.length >= expected.length), PATIENCE);
      for (const { received, socket } of tabs) {
        expect(received.toSorted()).toEqual(expected);
        socket.disconnect();
      }
    }

    /** Expects the files of both versions to be served, so that a page of either version finds its own. */
    async function expectFilesOfBoth({ url }: Nodes, get: (path: string) => Promise<unknown>): Promise<void> {
      // The proxy checks each node once a second.
      const isHad = async (version: Version) => (await fetch(url + fileOf(version))).ok;
      await vi.waitUntil(async () => (await Promise.all(VERSIONS.map(isHad))).every(Boolean), PATIENCE);
      for (const version of VERSIONS) for (let i = 0; i < FILE_REQUESTS; i += 1) await get(fileOf(version));
    }

    test.each(proxies)(
      'upgrading node by node fails no request (%s)',
      async (name) => {
        const nodes = await startNodes(name);
        const build = await buildOfPage(nodes.url);
        expect(await buildAt(nodes.url)).toBe(build);
        const traffic = await startTraffic(nodes);
        const { asker, goOn } = traffic;
        const expectBothToWork = async () => {
          await expectEventsToCross(nodes);
          await expectFilesOfBoth(nodes, (path) => asker.request({ path }));
          await goOn();
        };
        await goOn();
        let replaced = 0;
        const replace = async (index: 0 | 1, version: Version) => {
          await nodes.replace(index, version);
          replaced += 1;
          await goOn();
        };
        for (let upgrade = 1; upgrade <= UPGRADES; upgrade += 1) {
          await replace(0, 'next');
          await expectBothToWork();
          await replace(1, 'next');
          expect(await buildAt(nodes.url)).not.toBe(build);
          // The older version starts on the newer version's database.
          await replace(0, 'this');
          if (upgrade === UPGRADES) break;
          await expectBothToWork();
          await replace(1, 'this');
          expect(await buildAt(nodes.url)).toBe(build);
        }
        await traffic.end();
        console.log(
          `${replaced} nodes replaced behind ${name}: ${asker.answered()} requests, 0 failed; ${traffic.acked() + traffic.posted.length} messages acked, 0 lost, 0 duplicated, 0 out of order`,
        );
      },
      1_200_000,
    );
  },
);
