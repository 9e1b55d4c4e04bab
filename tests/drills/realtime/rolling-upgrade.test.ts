import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import type { Message } from '@selvedge/shared/conversations';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { build as buildProduct } from '../../../scripts/build.ts';
import { ownProxy, PROXIES, type ProxyName } from '../../../scripts/find-proxies.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { connectWatched } from '../../support/contract/traffic.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { readPostgres } from '../../support/data/stored-messages.ts';
import { makeCertificate } from '../../support/peers/certificate.ts';
import { startDeployedProxy } from '../../support/peers/deployed-proxy.ts';
import { startRedis } from '../../support/peers/redis.ts';
import { signUp } from '../../support/people/account.ts';
import { createAsker } from '../../support/people/asker.ts';
import {
  countAcked,
  expectScreensAsStored,
  isQuiet,
  keepWriting,
  lostOf,
  startCrowd,
} from '../../support/people/crowd.ts';
import { createDatabase } from '../../support/servers/database.ts';
import { meet } from '../../support/servers/drill.ts';
import { installProduct } from '../../support/servers/installation.ts';
import { next } from '../../support/servers/live-server.ts';
import { missingForNodes } from '../../support/servers/nodes.ts';
import { createProduct } from '../../support/servers/product.ts';
import { makeNewer } from '../../support/servers/release.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const UPGRADES = Number(process.env.SELVEDGE_TEST_UPGRADES ?? 1);
/** Between two nodes that are replaced: so each falls among questions and messages on their way. */
const PER_NODE = 50;
/** Each of two in ten conversations, in milliseconds: threads stay short enough to be read whole. */
const WRITE_EVERY = 200;
const ASK_EVERY = 20;
/** For each file of each version: so nodes that do not have it are asked, too. */
const FILE_ASKS = 20;
/** How long a proxy may take to ask a node again that has started; milliseconds. */
const NOTICE_WITHIN = 3_000;
const PATIENCE = { timeout: 120_000, interval: 20 };

/** The one that compose.yaml has, or another; all of them where it may take long. */
const proxies = [...new Set<ProxyName>(['haproxy', ...PROXIES])]
  .filter(ownProxy)
  .slice(0, UPGRADES > 1 ? PROXIES.length : 1);
if (proxies.length === 0) console.warn('rolling upgrades are not tested: there is no proxy on this machine');

/** What the next version does to the tables: it adds to what this one writes, and fills it. */
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
/** What only one version has among the files of its client. */
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

/** The client of which the page at `url` is: an old tab compares it with what the server says. */
async function buildOfPage(url: string): Promise<string | undefined> {
  const page = await (await fetch(url)).text();
  return /id="instance"[^>]*>.*?"build":"(.*?)"/s.exec(page)?.[1];
}

/** Node 22.18 cannot be told of a certificate while it runs. */
const canTrust = 'setDefaultCACertificates' in tls;

describe.skipIf(missingForNodes !== null || !canTrust || proxies.length === 0)(
  'two nodes behind a proxy',
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

    /** Both nodes with this version, and the proxy in front of them. */
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
        // As the proxies' files ask for.
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
        said: proxy.said,
        /** As operators are told to: stops a node, starts a version in its place, and lets the proxy notice. */
        async replace(index: 0 | 1, version: Version): Promise<void> {
          expect(await nodes[index].stop()).toBe(0);
          nodes[index] = await start(version, index === 0 ? one : two);
          await pause(NOTICE_WITHIN);
        },
      };
    }
    type Nodes = Awaited<ReturnType<typeof startNodes>>;

    /** People who write and read all the time, over sockets and over HTTP. */
    async function startTraffic({ url, databaseUrl, said }: Nodes) {
      const crowd = await startCrowd(url, UPGRADES * 2_000);
      const { buyer, id } = await meet(url);
      const asker = createAsker(url);
      const posted: Message[] = [];
      let isOver = false;
      const reading = ['/feed.xml', '/api/listings', '/', '/fonts/OFL.txt'].map(async (path) => {
        for (; !isOver; await pause(ASK_EVERY)) await asker.ask({ path });
      });
      const writing = keepWriting(crowd, WRITE_EVERY);
      const posting = (async () => {
        for (; !isOver; await pause(ASK_EVERY)) {
          const body = { conversationId: id, type: 'text', content: 'On paper', clientId: randomUUID() };
          const answer = await asker.ask({ method: 'POST', path: '/api/messages', token: buyer.token, body });
          if (answer) posted.push(JSON.parse(answer) as Message);
        }
      })();
      const acked = () => countAcked(crowd);
      return {
        asker,
        acked,
        posted,
        async goOn(): Promise<void> {
          const [messages, questions] = [acked() + PER_NODE, asker.answered() + PER_NODE];
          await vi.waitUntil(() => acked() >= messages && asker.answered() >= questions, PATIENCE);
          expect(asker.failures, said()).toEqual([]);
        },
        async end(): Promise<void> {
          isOver = true;
          await Promise.all([writing.stop(), posting, ...reading]);
          await vi.waitUntil(() => isQuiet(crowd), PATIENCE);
          asker.close();
          expect(asker.failures, said()).toEqual([]);
          const { byTalk, deadlocks } = await readPostgres(databaseUrl);
          expect(deadlocks).toBe(0);
          expect(lostOf(crowd, byTalk)).toBe(0);
          const stored = new Set(byTalk.get(id)?.map((row) => row.id));
          expect(posted.filter((message) => !stored.has(message.id))).toEqual([]);
          await expectScreensAsStored(crowd, byTalk);
          for (const client of crowd.clients) client.close();
        },
      };
    }

    /** What happens on each of the nodes is told on the other. */
    async function expectFactsToCross({ url, nodes }: Nodes): Promise<void> {
      const [seller, buyer] = [await signUp(url, 'seller'), await signUp(url, 'buyer')];
      const listing = await seller.list(await phonePhoto());
      const { id: conversationId } = await buyer.talkAbout(listing);
      const tabs = [
        { at: nodes[0].url, member: seller, price: '300.00' },
        { at: nodes[1].url, member: buyer, price: '290.00' },
      ].map((tab) => {
        const socket = connectWatched(tab.at, { auth: { token: tab.member.token } });
        const heard: string[] = [];
        socket.on('message:new', ({ message }) => heard.push(message.content));
        socket.on('listing:changed', ({ listing: { id, price } }) => id === listing.id && heard.push(price));
        return { ...tab, socket, heard };
      });
      await Promise.all(tabs.map(({ socket }) => next(socket, 'unread')));
      // A conversation without a message is its creator's alone.
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
      const told = tabs.flatMap(({ at, price }) => [`from ${at}`, price]).sort();
      await vi.waitUntil(() => tabs.every(({ heard }) => heard.length >= told.length), PATIENCE);
      for (const { heard, socket } of tabs) {
        expect(heard.toSorted()).toEqual(told);
        socket.disconnect();
      }
    }

    /** Whichever version's page somebody has, its files are had. */
    async function expectFilesOfBoth({ url }: Nodes, ask: (path: string) => Promise<unknown>): Promise<void> {
      // The proxy looks after each node once a second.
      const isHad = async (version: Version) => (await fetch(url + fileOf(version))).ok;
      await vi.waitUntil(async () => (await Promise.all(VERSIONS.map(isHad))).every(Boolean), PATIENCE);
      for (const version of VERSIONS) for (let i = 0; i < FILE_ASKS; i += 1) await ask(fileOf(version));
    }

    test.each(proxies)(
      'are replaced by the next version one after the other, and one of them back: no request fails, no message is lost, nobody is cut off from the others (%s)',
      async (name) => {
        const nodes = await startNodes(name);
        const build = await buildOfPage(nodes.url);
        expect(await buildAt(nodes.url)).toBe(build);
        const traffic = await startTraffic(nodes);
        const { asker, goOn } = traffic;
        const expectBothToWork = async () => {
          await expectFactsToCross(nodes);
          await expectFilesOfBoth(nodes, (path) => asker.ask({ path }));
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
          // The older one starts on what the newer one has made of the database.
          await replace(0, 'this');
          if (upgrade === UPGRADES) break;
          await expectBothToWork();
          await replace(1, 'this');
          expect(await buildAt(nodes.url)).toBe(build);
        }
        await traffic.end();
        console.log(
          `${replaced} nodes replaced behind ${name}: ${asker.answered()} requests, 0 failed; ${traffic.acked() + traffic.posted.length} messages acked, 0 lost, 0 doubled, 0 out of order`,
        );
      },
      1_200_000,
    );
  },
);
