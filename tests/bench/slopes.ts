import type { Database } from '../../server/src/platform/db/database.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { type Cluster, startCluster } from './nodes/cluster.ts';
import { noProcesses } from './nodes/processes.ts';
import { createGrowth, type DiskSlopes, NOUNS } from './slopes/disk.ts';
import type { SocketSlope } from './slopes/live.ts';
import { type MessageSlope, measureMessages, measureShared, measureSockets } from './slopes/live.ts';
import { measurePhotos } from './slopes/photos.ts';
import { plan } from './slopes/plan.ts';
import { measureRead, prepareReads, type ReadSlope } from './slopes/reads.ts';
import type { BenchTable } from './table.ts';

/**
 * The initial number of rows of each kind, and the number added afterwards; with a million, the run takes an
 * hour.
 */
const FEW = 1_000;
const MANY = Number(process.env.SELVEDGE_BENCH_ROWS ?? 20_000);
const PAIRS = 250;

/** The cost of a page with little and with much data. */
type Reads = Map<string, { few: ReadSlope; many: ReadSlope }>;

interface Slopes {
  disk: DiskSlopes;
  reads: Reads;
}

async function measureGrowth(db: Database, cluster: Cluster): Promise<Slopes> {
  const grow = createGrowth(db, cluster.databaseUrl);
  await grow(FEW);
  const paths = Object.entries(await prepareReads(db, cluster));
  const few = new Map<string, ReadSlope>();
  for (const [name, path] of paths) few.set(name, await measureRead(cluster, path));
  const disk = await grow(MANY);
  const reads: Reads = new Map();
  for (const [name, path] of paths) {
    reads.set(name, { few: few.get(name) as ReadSlope, many: await measureRead(cluster, path) });
  }
  return { disk, reads };
}

const rounded = (figure: number) => Math.round(figure).toLocaleString('en-US');

function describeDisk(sqlite: DiskSlopes, postgres: DiskSlopes): BenchTable {
  return {
    title: `Bytes on disk per row, indexes included (${rounded(MANY)} added to ${rounded(FEW)})`,
    columns: ['noun', 'SQLite', 'PostgreSQL'],
    rows: NOUNS.map((noun) => [noun, rounded(sqlite[noun]), rounded(postgres[noun])]),
    isMarkdown: true,
  };
}

type Cost = Pick<ReadSlope, 'nodeUs' | 'postgresUs'>;
type Measured = Awaited<ReturnType<typeof measure>>;

function describeReads(
  { reads: sqlite, ...small }: Measured,
  { reads: postgres, ...large }: Measured,
): BenchTable {
  const cells = ({ nodeUs, postgresUs }: Cost) => [rounded(nodeUs), rounded(postgresUs)];
  return {
    title: `CPU per response, µs: with ${rounded(FEW)} rows of each noun, and with ${rounded(FEW + MANY)}`,
    columns: [
      'page',
      ...['SQLite, few', 'many'],
      ...['node, few', 'PostgreSQL, few', 'node, many', 'PostgreSQL, many'],
      'bytes',
    ],
    rows: [
      ...[...sqlite].map(([name, { few, many }]) => {
        const beside = postgres.get(name);
        const bytes = rounded(many.bytes);
        return [
          ...[name, rounded(few.nodeUs), rounded(many.nodeUs)],
          ...(beside ? [...cells(beside.few), ...cells(beside.many)] : []),
          bytes,
        ];
      }),
      [
        ...['a message, sent and delivered', rounded(small.message.nodeUs), rounded(small.later.nodeUs)],
        ...[...cells(large.message), ...cells(large.later), ''],
      ],
    ],
    isMarkdown: true,
  };
}

function describeLive(found: [name: string, socket: SocketSlope, message: MessageSlope][]): BenchTable {
  return {
    title: 'One more socket, and one more message between members on the same node: bytes, and CPU in µs',
    columns: [
      ...['on', 'an idle socket, bytes', 'a connect: nodes', 'PostgreSQL', 'Redis'],
      ...['a message: its node', 'another node', 'PostgreSQL', 'Redis', 'bus messages', 'WAL bytes'],
    ],
    rows: found.map(([name, socket, message]) => [
      ...[name, rounded(socket.bytes), rounded(socket.connectUs), rounded(socket.postgresUs)],
      ...[rounded(socket.redisUs), rounded(message.nodeUs), rounded(message.otherNodeUs)],
      ...[rounded(message.postgresUs), rounded(message.redisUs), message.busMessages.toFixed(2)],
      rounded(message.walBytes),
    ]),
    isMarkdown: true,
  };
}

const mean = (figures: number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length;
function meanOf(reads: Reads): ReadSlope {
  const all = [...reads.values()].map(({ many }) => many);
  return {
    nodeUs: mean(all.map(({ nodeUs }) => nodeUs)),
    postgresUs: mean(all.map(({ postgresUs }) => postgresUs)),
    bytes: mean(all.map(({ bytes }) => bytes)),
  };
}

/** All measurements of one installation: sockets and messages first, while the database is small. */
async function measure(cluster: Cluster) {
  const socket = await measureSockets(cluster);
  const message = await measureMessages(cluster);
  const shared = cluster.redisClient ? await measureShared(cluster) : null;
  const db = await openDatabase(cluster.databaseUrl, createLog('error'));
  try {
    const growth = await measureGrowth(db, cluster);
    return { socket, message, shared, ...growth, later: await measureMessages(cluster) };
  } finally {
    await db.close();
  }
}

/** The marginal cost of everything, for sizing an installation. */
export async function bench(): Promise<BenchTable[]> {
  if (noProcesses) throw new Error(noProcesses);
  const small = await startCluster({ name: 'SQLite', kind: 'sqlite', count: PAIRS });
  const sqlite = await measure(small).finally(small.stop);
  const large = await startCluster({ name: 'two nodes', kind: 'two-nodes', count: PAIRS });
  try {
    const postgres = await measure(large);
    const photo = await measurePhotos(large);
    const thumbnail = await measureRead(large, photo.path);
    const { shared } = postgres;
    if (!shared) throw new Error('there is no Redis');
    const beside: [string, string][] = [
      ['bus messages in the stream after a run', rounded(shared.busMessages)],
      ['bytes in Redis per bus message', rounded(shared.bytesPerBusMessage)],
      ['PostgreSQL connections per node', rounded(shared.connections)],
      ['processing a 12-megapixel photo, ms of CPU', rounded(photo.nodeUs / 1_000)],
      ...Object.entries(photo.bytesByWidth).map(([width, bytes]): [string, string] => [
        `bytes of its copy of width ${width}`,
        rounded(bytes),
      ]),
      ['serving the copy of width 320, µs of CPU', rounded(thumbnail.nodeUs)],
    ];
    return [
      describeDisk(sqlite.disk, postgres.disk),
      describeLive([
        ['one node, SQLite', sqlite.socket, sqlite.message],
        ['two nodes, PostgreSQL, Redis', postgres.socket, postgres.message],
      ]),
      describeReads(sqlite, postgres),
      { title: 'Other costs', columns: ['what', 'figure'], rows: beside, isMarkdown: true },
      ...plan({ ...postgres, shared, photo, thumbnail, read: meanOf(postgres.reads) }),
    ];
  } finally {
    await large.stop();
  }
}
