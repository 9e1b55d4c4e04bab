import { join } from 'node:path';
import pg from 'pg';
import { createClient } from 'redis';
import { freePort } from '../../../scripts/free-port.ts';
import { startPostgres } from '../../../scripts/postgres.ts';
import type { Reading } from '../../support/measuring/probe.ts';
import { startRedis } from '../../support/peers/redis.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { createReader, PROBE, RELAY_CLIENT_ID, relayPairs } from '../chat/contenders.ts';
import { populate } from '../chat/populate.ts';
import { cpuMsOf } from './processes.ts';

/**
 * The work of an instance's processes since the previous reading: the sum over the nodes, and each process.
 */
export interface ClusterReading extends Reading {
  ms: number;
  nodesCpuMs: number[];
  postgresCpuMs: number;
  redisCpuMs: number;
  /** Bus messages between the nodes. */
  busMessages: number;
}

type Product = Awaited<ReturnType<typeof startProduct>>;
type Redis = Awaited<ReturnType<typeof startRedis>>;

export const STREAM = 'selvedge:letters';
/** As in production: a confirmed write is on disk. */
const DURABLE = { fsync: 'on', full_page_writes: 'on' };

/** Reads the client ids of messages. Message ids ascend with time across all nodes of one machine. */
function createPostgresReader(url: string, clientId: string, first: string | number) {
  let mark = first;
  return async (): Promise<string[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ id: string | number; clientId: string }>(
      `select id, ${clientId} as "clientId" from messages where id > $1 order by id`,
      [mark],
    );
    await client.end();
    mark = rows.at(-1)?.id ?? mark;
    return rows.map(({ clientId }) => clientId);
  };
}

/** Returns the increase of a counter since the previous call. */
function since(read: () => number): () => number {
  let before = read();
  return () => {
    const now = read();
    const done = now - before;
    before = now;
    return done;
  };
}

async function openBus(redis: Redis | null) {
  if (!redis) return null;
  const client = createClient({ url: redis.url });
  await client.connect();
  return {
    client,
    /** The number of entries ever appended. */
    async count(): Promise<number> {
      return (await client.xInfoStream(STREAM))['entries-added'];
    },
  };
}

/** Readings of all processes, relative to the previous reading. */
async function watch(nodes: Product[], postgres: { pid(): number } | null, redis: Redis | null) {
  const bus = await openBus(redis);
  const [postgresCpuMs, redisCpuMs] = [postgres, redis].map((one) =>
    since(() => (one ? cpuMsOf(one.pid()) : 0)),
  ) as [() => number, () => number];
  let sentBefore = (await bus?.count()) ?? 0;
  const ms = since(() => performance.now());
  return {
    redisClient: bus?.client,
    async probe(): Promise<ClusterReading> {
      const outside = { ms: ms(), postgresCpuMs: postgresCpuMs(), redisCpuMs: redisCpuMs() };
      const readings = await Promise.all(nodes.map((node) => node.probe<Reading>()));
      const sum = (of: (one: Reading) => number) => readings.reduce((all, one) => all + of(one), 0);
      const sentNow = (await bus?.count()) ?? 0;
      const sent = sentNow - sentBefore;
      sentBefore = sentNow;
      return {
        ...outside,
        busMessages: sent,
        nodesCpuMs: readings.map(({ cpuMs }) => cpuMs),
        cpuMs: sum(({ cpuMs }) => cpuMs),
        commits: sum(({ commits }) => commits),
        writtenBytes: sum(({ writtenBytes }) => writtenBytes),
        residentBytes: sum(({ residentBytes }) => residentBytes),
        heapBytes: sum(({ heapBytes }) => heapBytes),
        loopDelayP99Ms: Math.max(...readings.map(({ loopDelayP99Ms }) => loopDelayP99Ms)),
        loopDelayMaxMs: Math.max(...readings.map(({ loopDelayMaxMs }) => loopDelayMaxMs)),
      };
    },
    close: () => bus?.client.destroy(),
  };
}

interface ClusterOptions {
  name: string;
  /** Two nodes share PostgreSQL and Redis. The relay is a minimal stand-in on PostgreSQL. */
  kind: 'sqlite' | 'postgres' | 'two-nodes' | 'relay';
  /** The number of pairs; each pair is two real members with a conversation. */
  count: number;
}

/**
 * Starts the product as `npm start` runs it, with the services it needs. With two nodes, the members of a
 * pair connect to different nodes, and half of the messages originate on each.
 */
export async function startCluster({ name, kind, count }: ClusterOptions) {
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const one of undo.splice(0).reverse()) await one();
  };
  try {
    const dir = makeTempDir();
    undo.push(dir.remove);
    const postgres = kind === 'sqlite' ? null : await startPostgres(DURABLE);
    if (postgres) undo.push(postgres.stop);
    const redis = kind === 'two-nodes' ? await startRedis() : null;
    if (redis) undo.push(redis.remove);
    const file = join(dir.path, 'selvedge.db');
    const databaseUrl = postgres?.url ?? `file:${file}`;
    const ports = await Promise.all(Array.from({ length: kind === 'two-nodes' ? 2 : 1 }, freePort));
    const env = {
      AUTH_AUTOCONFIRM: 'true',
      // Tokens must outlive the run.
      ACCESS_TTL: '3600',
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      ...(redis && { REDIS_URL: redis.url }),
    };
    const nodes: Product[] = [];
    // Start one node after the other, because the first one creates the tables and secrets.
    for (const port of ports) {
      const entry = kind === 'relay' ? 'tests/bench/chat/relay.ts' : 'server/build/app/main.js';
      const node = await startProduct({ entry, dataDir: dir.path, port, env, preload: PROBE });
      undo.push(node.stop);
      nodes.push(node);
    }
    const [first = '', last = ''] = [nodes[0]?.url, nodes.at(-1)?.url];
    const pairs = kind === 'relay' ? relayPairs(count) : await populate(first, databaseUrl, count);
    const watched = await watch(nodes, postgres, redis);
    undo.push(watched.close);
    return {
      ...{ name, databaseUrl, stop },
      url: first,
      mediaDir: join(dir.path, 'media'),
      redisClient: watched.redisClient,
      pairs: pairs.map((pair, n) => ({
        ...pair,
        urls: (n % 2 === 0 ? [first, last] : [last, first]) as [string, string],
      })),
      probe: watched.probe,
      storedSince: !postgres
        ? createReader(file)
        : kind === 'relay'
          ? createPostgresReader(databaseUrl, RELAY_CLIENT_ID, 0)
          : createPostgresReader(databaseUrl, 'client_id', '00000000-0000-0000-0000-000000000000'),
      async restart() {
        for (const node of nodes) {
          await node.stop();
          await node.start();
        }
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>;
