import pg from 'pg';
import { measureChat } from '../chat/measure.ts';
import { type Idle, measureIdle } from '../idle/measure.ts';
import { type Cluster, type ClusterReading, STREAM } from '../nodes/cluster.ts';

/** The cost of one more socket: memory, and CPU microseconds per connect. */
export interface SocketSlope {
  bytes: number;
  connectUs: number;
  postgresUs: number;
  redisUs: number;
}

/** The cost of one more message between members on the same node: CPU in microseconds, and bytes. */
export interface MessageSlope {
  nodeUs: number;
  /** The CPU time of a node to which neither member is connected, but which receives the bus message. */
  otherNodeUs: number;
  postgresUs: number;
  redisUs: number;
  busMessages: number;
  /** Bytes in PostgreSQL's write-ahead log, which replicas and archives also receive. */
  walBytes: number;
}

/** The size of the stream in Redis, and a node's open connections. */
export interface Shared {
  busMessages: number;
  bytesPerBusMessage: number;
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

async function queryPostgres(url: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ figure: string }>(query);
  await client.end();
  return Number(rows[0]?.figure);
}
const walOf = (url: string) => queryPostgres(url, `select pg_current_wal_lsn() - '0/0'::pg_lsn as figure`);
/**
 * Excludes the querying connection. The tools' connections cannot be excluded by `application_name`: they
 * leave it empty, like the product.
 */
const connectionsOf = (url: string) =>
  queryPostgres(
    url,
    `select count(*) as figure from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );

const LOAD = { pairs: 50, pace: { inFlight: 1 }, warmUpMs: 1_500, ms: 4_000 };

/** All members are on the first node; the second only receives bus messages. */
export async function measureMessages(cluster: Cluster): Promise<MessageSlope> {
  const { url, databaseUrl } = cluster;
  const isPostgres = !databaseUrl.startsWith('file:');
  const pairs = cluster.pairs.map((pair) => ({ ...pair, urls: [url, url] as [string, string] }));
  const walBefore = isPostgres ? await walOf(databaseUrl) : 0;
  const { faults, acked, clientIds, server } = await measureChat({ ...cluster, pairs }, LOAD);
  if (faults.length > 0) throw new Error(faults.join('; '));
  const wal = isPostgres ? (await walOf(databaseUrl)) - walBefore : 0;
  const each = (ms: number) => (ms * 1_000) / acked;
  const [here = 0, there = 0] = server.nodesCpuMs;
  return {
    nodeUs: each(here),
    otherNodeUs: each(there),
    postgresUs: each(server.postgresCpuMs),
    redisUs: each(server.redisCpuMs),
    busMessages: server.busMessages / acked,
    // The log also covers messages sent outside the measured time, so divide by all acked ones.
    walBytes: wal / clientIds.length,
  };
}

/** Shared resources of two nodes, read right after a run. */
export async function measureShared({ redisClient, databaseUrl }: Cluster): Promise<Shared> {
  if (!redisClient) throw new Error('there is no Redis');
  const busMessages = await redisClient.xLen(STREAM);
  const bytes = await redisClient.memoryUsage(STREAM, { SAMPLES: 0 });
  return {
    busMessages,
    bytesPerBusMessage: (bytes ?? 0) / busMessages,
    connections: (await connectionsOf(databaseUrl)) / 2,
  };
}
