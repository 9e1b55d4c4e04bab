import type { BenchTable } from '../table.ts';
import type { DiskSlopes } from './disk.ts';
import type { MessageSlope, Shared, SocketSlope } from './live.ts';
import type { PhotoSlope } from './photos.ts';
import type { ReadSlope } from './reads.ts';

/** What a million members are taken to do; `docs/a-million-members.md` says why. */
export const ASSUMED = {
  members: 1_000_000,
  listings: 1_000_000,
  photosPerListing: 4,
  conversations: 5_000_000,
  messagesPerDay: 1_000_000,
  daysKept: 365,
  /** Sockets at the busiest moment, all on the way back within a minute when every node is replaced. */
  online: 20_000,
  comeBackSeconds: 60,
  messagesPerSecond: 100,
  readsPerSecond: 1_000,
  /** Small copies that a browser does not hold yet, and full ones. */
  thumbnailsPerRead: 5,
  photosTakenInPerSecond: 2,
};
/** Of a core that is planned with; the rest is for bursts and for a node that dies. */
const USED = 0.5;
/** `DATABASE_POOL` as it is unless it is set. */
const POOL = 10;

export interface Measured {
  disk: DiskSlopes;
  socket: SocketSlope;
  message: MessageSlope;
  shared: Shared;
  photo: PhotoSlope;
  /** The mean over pages. */
  read: ReadSlope;
  thumbnail: ReadSlope;
}

const count = (figure: number) => Math.round(figure).toLocaleString('en-US');
const cores = (microsecondsPerSecond: number) => microsecondsPerSecond / 1e6;
const GB = 1e9;

/** Disk, by what stands on it; PostgreSQL's own room for dead rows is not in it. */
function planDisk({ disk, photo, message }: Measured): BenchTable['rows'] {
  const photos = ASSUMED.listings * ASSUMED.photosPerListing;
  const messages = ASSUMED.messagesPerDay * ASSUMED.daysKept;
  const row = (name: string, number: number, bytes: number) => [
    name,
    count(number),
    `${count(bytes)} bytes`,
    `${((number * bytes) / GB).toFixed(1)} GB`,
  ];
  return [
    row('PostgreSQL: members', ASSUMED.members, disk.member),
    row('PostgreSQL: listings', ASSUMED.listings, disk.listing),
    row('PostgreSQL: photos', photos, disk.photo),
    row('PostgreSQL: conversations', ASSUMED.conversations, disk.conversation),
    row('PostgreSQL: messages of a year', messages, disk.message),
    row('PostgreSQL: its log, a day', ASSUMED.messagesPerDay, message.walBytes),
    row('store: photos', photos, photo.bytes),
  ];
}

/** Cores at the peak. What a node hears of the others grows with the whole, not with its share. */
function planCores({ socket, message, read, thumbnail, photo }: Measured) {
  const { messagesPerSecond, readsPerSecond, online, comeBackSeconds, thumbnailsPerRead } = ASSUMED;
  const thumbnails = readsPerSecond * thumbnailsPerRead;
  const backPerSecond = online / comeBackSeconds;
  const nodes = cores(
    messagesPerSecond * message.nodeUs + readsPerSecond * read.nodeUs + thumbnails * thumbnail.nodeUs,
  );
  const photos = cores(ASSUMED.photosTakenInPerSecond * photo.nodeUs);
  const connects = cores(backPerSecond * socket.connectUs);
  const heard = cores(messagesPerSecond * message.otherNodeUs);
  const postgres = cores(messagesPerSecond * message.postgresUs + readsPerSecond * read.postgresUs);
  const redis = cores(messagesPerSecond * message.redisUs);
  const row = (name: string, perSecond: number, us: number) => [
    name,
    `${count(perSecond)} /s`,
    `${count(us)} µs`,
    `${cores(perSecond * us).toFixed(2)} cores`,
  ];
  return {
    nodeCount: Math.max(2, Math.ceil((nodes + photos) / (USED - heard))),
    postgres,
    redis,
    rows: [
      row('nodes: messages', messagesPerSecond, message.nodeUs),
      row('nodes: pages and lists', readsPerSecond, read.nodeUs),
      row('nodes: small photos', thumbnails, thumbnail.nodeUs),
      row('nodes: photos taken in', ASSUMED.photosTakenInPerSecond, photo.nodeUs),
      row('each node: what it hears of the others', messagesPerSecond, message.otherNodeUs),
      row('PostgreSQL: messages', messagesPerSecond, message.postgresUs),
      row('PostgreSQL: pages and lists', readsPerSecond, read.postgresUs),
      row('Redis: messages', messagesPerSecond, message.redisUs),
      [
        'nodes: everybody comes back',
        `${count(backPerSecond)} /s`,
        `${count(socket.connectUs)} µs`,
        `${connects.toFixed(2)} cores for ${comeBackSeconds} s`,
      ],
    ],
  };
}

/** The rows of the page about a million members: what is measured times what is assumed. */
export function plan(measured: Measured): BenchTable[] {
  const { rows, nodeCount, postgres, redis } = planCores(measured);
  const { socket, shared, photo, read } = measured;
  const small = photo.bytesByWidth['320'] ?? 0;
  const perSecond = ASSUMED.readsPerSecond * (read.bytes + ASSUMED.thumbnailsPerRead * small);
  const parts = [
    ['nodes', `${nodeCount}, a core each`],
    ['memory of sockets', `${((ASSUMED.online * socket.bytes) / GB).toFixed(2)} GB over all nodes`],
    ['PostgreSQL', `${Math.max(2, Math.ceil(postgres / USED))} cores (${postgres.toFixed(2)} busy)`],
    ['connections to PostgreSQL', `${nodeCount * POOL} at most, ${POOL} a node`],
    ['Redis', `one (${redis.toFixed(3)} of its core)`],
    ['memory of its stream', `${((10_000 * shared.bytesPerLetter) / 1e6).toFixed(1)} MB at most`],
    ['bandwidth outwards', `${((perSecond * 8) / 1e6).toFixed(0)} Mbit/s before compression`],
  ];
  const title = 'A million members';
  return [
    { title: `${title}: disk`, columns: ['what', 'number', 'each', 'in all'], rows: planDisk(measured) },
    { title: `${title}: cores at the peak`, columns: ['what', 'rate', 'each', 'in all'], rows },
    { title: `${title}: what to size`, columns: ['part', 'size'], rows: parts },
  ].map((table) => ({ ...table, isMarkdown: true as const }));
}
