import pg from 'pg';
import { measureTalk } from '../chat/measure.ts';
import { type Idle, measureIdle } from '../idle/measure.ts';
import { type Cluster, type ClusterReading, STREAM } from '../nodes/cluster.ts';

/** What one more socket costs: what it holds, and the CPU of its coming, in microseconds. */
export interface SocketSlope {
  bytes: number;
  connectUs: number;
  postgresUs: number;
  redisUs: number;
}

/** What one more message costs where both of its people are on one node: CPU in microseconds, and bytes. */
export interface MessageSlope {
  nodeUs: number;
  /** Of a node that nobody of the two is on; it hears what the other tells. */
  otherNodeUs: number;
  postgresUs: number;
  redisUs: number;
  letters: number;
  /** In PostgreSQL's log, which replicas and archives get, too. */
  walBytes: number;
}

/** What stands in Redis, and what a node holds open. */
export interface Shared {
  letters: number;
  bytesPerLetter: number;
  connections: number;
}

export async function measureSockets(cluster: Cluster): Promise<SocketSlope> {
  const { residentBytesEach, cpuMsPerConnect, came, server }: Idle<ClusterReading> =
    await measureIdle(cluster);
  return {
    bytes: residentBytesEach,
    connectUs: cpuMsPerConnect * 1_000,
    postgresUs: (server.postgresCpuMs * 1_000) / came,
    redisUs: (server.redisCpuMs * 1_000) / came,
  };
}

async function askPostgres(url: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ figure: string }>(query);
  await client.end();
  return Number(rows[0]?.figure);
}
const walOf = (url: string) => askPostgres(url, `select pg_current_wal_lsn() - '0/0'::pg_lsn as figure`);
/** Without the one that asks; `application_name` is empty for those of the product and the tools alike. */
const connectionsOf = (url: string) =>
  askPostgres(
    url,
    `select count(*) as figure from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );

const LOAD = { pairs: 50, pace: { inFlight: 1 }, warmUpMs: 1_500, ms: 4_000 };

/** Everybody on the first node; what the second does is hearing. */
export async function measureMessages(cluster: Cluster): Promise<MessageSlope> {
  const { url, databaseUrl } = cluster;
  const isPostgres = !databaseUrl.startsWith('file:');
  const pairs = cluster.pairs.map((pair) => ({ ...pair, urls: [url, url] as [string, string] }));
  const walBefore = isPostgres ? await walOf(databaseUrl) : 0;
  const { faults, acked, clientIds, server } = await measureTalk({ ...cluster, pairs }, LOAD);
  if (faults.length > 0) throw new Error(faults.join('; '));
  const wal = isPostgres ? (await walOf(databaseUrl)) - walBefore : 0;
  const each = (ms: number) => (ms * 1_000) / acked;
  const [here = 0, there = 0] = server.nodesCpuMs;
  return {
    nodeUs: each(here),
    otherNodeUs: each(there),
    postgresUs: each(server.postgresCpuMs),
    redisUs: each(server.redisCpuMs),
    letters: server.letters / acked,
    // Also what was sent before and after the time that counts.
    walBytes: wal / clientIds.length,
  };
}

/** Of two nodes, right after a talk. */
export async function measureShared({ redisClient, databaseUrl }: Cluster): Promise<Shared> {
  if (!redisClient) throw new Error('there is no Redis');
  const letters = await redisClient.xLen(STREAM);
  const bytes = await redisClient.memoryUsage(STREAM, { SAMPLES: 0 });
  return {
    letters,
    bytesPerLetter: (bytes ?? 0) / letters,
    connections: (await connectionsOf(databaseUrl)) / 2,
  };
}
