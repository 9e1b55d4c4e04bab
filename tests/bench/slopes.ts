import type { Database } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import { createLog } from '../../server/src/observability/log.ts';
import { type Cluster, startCluster } from './nodes/cluster.ts';
import { noProcesses } from './nodes/processes.ts';
import { createGrowth, type DiskSlopes, NOUNS } from './slopes/disk.ts';
import type { SocketSlope } from './slopes/live.ts';
import { type MessageSlope, measureMessages, measureShared, measureSockets } from './slopes/live.ts';
import { measurePhotos } from './slopes/photos.ts';
import { plan } from './slopes/plan.ts';
import { measureRead, prepareReads, type ReadSlope } from './slopes/reads.ts';
import type { BenchTable } from './table.ts';

/** How many of each noun there are at first, and how many more come; a million takes an hour. */
const FEW = 1_000;
const MANY = Number(process.env.SELVEDGE_BENCH_ROWS ?? 20_000);
const PAIRS = 250;

/** What a page costs when there is little, and when there is much. */
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

const whole = (figure: number) => Math.round(figure).toLocaleString('en-US');

function describeDisk(sqlite: DiskSlopes, postgres: DiskSlopes): BenchTable {
  return {
    title: `Bytes on disk for one more, indexes included (from ${whole(FEW)} on, ${whole(MANY)} more)`,
    columns: ['noun', 'SQLite', 'PostgreSQL'],
    rows: NOUNS.map((noun) => [noun, whole(sqlite[noun]), whole(postgres[noun])]),
    isMarkdown: true,
  };
}

type Cost = Pick<ReadSlope, 'nodeUs' | 'postgresUs'>;
type Measured = Awaited<ReturnType<typeof measure>>;

function describeReads(
  { reads: sqlite, ...small }: Measured,
  { reads: postgres, ...large }: Measured,
): BenchTable {
  const cells = ({ nodeUs, postgresUs }: Cost) => [whole(nodeUs), whole(postgresUs)];
  return {
    title: `CPU of one answer, µs: with ${whole(FEW)} rows of each noun, and with ${whole(FEW + MANY)}`,
    columns: [
      'page',
      ...['SQLite, few', 'many'],
      ...['node, few', 'PostgreSQL, few', 'node, many', 'PostgreSQL, many'],
      'bytes',
    ],
    rows: [
      ...[...sqlite].map(([name, { few, many }]) => {
        const beside = postgres.get(name);
        const bytes = whole(many.bytes);
        return [
          ...[name, whole(few.nodeUs), whole(many.nodeUs)],
          ...(beside ? [...cells(beside.few), ...cells(beside.many)] : []),
          bytes,
        ];
      }),
      [
        ...['a message, sent and delivered', whole(small.message.nodeUs), whole(small.later.nodeUs)],
        ...[...cells(large.message), ...cells(large.later), ''],
      ],
    ],
    isMarkdown: true,
  };
}

function describeLive(found: [name: string, socket: SocketSlope, message: MessageSlope][]): BenchTable {
  return {
    title: 'One more socket, and one more message with both people on one node: bytes, and CPU in µs',
    columns: [
      ...['on', 'a silent socket, bytes', 'a connect: nodes', 'PostgreSQL', 'Redis'],
      ...['a message: its node', 'another node', 'PostgreSQL', 'Redis', 'letters', 'bytes of log'],
    ],
    rows: found.map(([name, socket, message]) => [
      ...[name, whole(socket.bytes), whole(socket.connectUs), whole(socket.postgresUs)],
      ...[whole(socket.redisUs), whole(message.nodeUs), whole(message.otherNodeUs)],
      ...[whole(message.postgresUs), whole(message.redisUs), message.letters.toFixed(2)],
      whole(message.walBytes),
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

/** The same on one installation: sockets and messages first, while there is little beside them. */
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

/** What one more of anything costs, for who has to size an installation. */
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
      ['letters in the stream after a talk', whole(shared.letters)],
      ['bytes in Redis for a letter', whole(shared.bytesPerLetter)],
      ['connections to PostgreSQL that a node holds', whole(shared.connections)],
      ['taking in a photo of 12 megapixels, ms of CPU', whole(photo.nodeUs / 1_000)],
      ...Object.entries(photo.bytesByWidth).map(([width, bytes]): [string, string] => [
        `bytes of its copy ${width} wide`,
        whole(bytes),
      ]),
      ['answering with the copy 320 wide, µs of CPU', whole(thumbnail.nodeUs)],
    ];
    return [
      describeDisk(sqlite.disk, postgres.disk),
      describeLive([
        ['one node, SQLite', sqlite.socket, sqlite.message],
        ['two nodes, PostgreSQL, Redis', postgres.socket, postgres.message],
      ]),
      describeReads(sqlite, postgres),
      { title: 'Beside that', columns: ['what', 'figure'], rows: beside, isMarkdown: true },
      ...plan({ ...postgres, shared, photo, thumbnail, read: meanOf(postgres.reads) }),
    ];
  } finally {
    await large.stop();
  }
}
