import type { BenchTable } from '../table.ts';
import type { DiskSlopes } from './disk.ts';
import type { MessageSlope, Shared, SocketSlope } from './live.ts';
import type { PhotoSlope } from './photos.ts';
import type { ReadSlope } from './reads.ts';

/** The assumed behaviour of a million members; `docs/a-million-members.md` gives the reasons. */
const ASSUMED = {
  members: 1_000_000,
  listings: 1_000_000,
  photosPerListing: 4,
  conversations: 5_000_000,
  messagesPerDay: 1_000_000,
  daysStored: 365,
  /** Sockets at the peak; all reconnect within a minute when every node is replaced. */
  online: 20_000,
  reconnectSeconds: 60,
  messagesPerSecond: 100,
  readsPerSecond: 1_000,
  /** Thumbnails not yet in the browser's cache, and full-size photos. */
  thumbnailsPerRead: 5,
  photoUploadsPerSecond: 2,
};
/** The planned utilisation of a core; the rest absorbs bursts and the loss of a node. */
const USED = 0.5;
/** The default of `DATABASE_POOL`. */
const POOL = 10;

interface Measured {
  disk: DiskSlopes;
  socket: SocketSlope;
  message: MessageSlope;
  shared: Shared;
  photo: PhotoSlope;
  /** The mean over all pages. */
  read: ReadSlope;
  thumbnail: ReadSlope;
}

const count = (figure: number) => Math.round(figure).toLocaleString('en-US');
const cores = (microsecondsPerSecond: number) => microsecondsPerSecond / 1e6;
const GB = 1e9;

/** Disk space by content, without PostgreSQL's room for dead rows. */
function planDisk({ disk, photo, message }: Measured): BenchTable['rows'] {
  const photos = ASSUMED.listings * ASSUMED.photosPerListing;
  const messages = ASSUMED.messagesPerDay * ASSUMED.daysStored;
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
    row('PostgreSQL: a year of messages', messages, disk.message),
    row('PostgreSQL: a day of write-ahead log', ASSUMED.messagesPerDay, message.walBytes),
    row('media store: photos', photos, photo.bytes),
  ];
}

/**
 * Cores at the peak. What a node receives over the bus grows with the whole instance, not with the node's
 * share.
 */
function planCores({ socket, message, read, thumbnail, photo }: Measured) {
  const { messagesPerSecond, readsPerSecond, online, reconnectSeconds, thumbnailsPerRead } = ASSUMED;
  const thumbnails = readsPerSecond * thumbnailsPerRead;
  const reconnectsPerSecond = online / reconnectSeconds;
  const nodes = cores(
    messagesPerSecond * message.nodeUs + readsPerSecond * read.nodeUs + thumbnails * thumbnail.nodeUs,
  );
  const photos = cores(ASSUMED.photoUploadsPerSecond * photo.nodeUs);
  const connects = cores(reconnectsPerSecond * socket.connectUs);
  const busCores = cores(messagesPerSecond * message.otherNodeUs);
  const postgres = cores(messagesPerSecond * message.postgresUs + readsPerSecond * read.postgresUs);
  const redis = cores(messagesPerSecond * message.redisUs);
  const row = (name: string, perSecond: number, us: number) => [
    name,
    `${count(perSecond)} /s`,
    `${count(us)} µs`,
    `${cores(perSecond * us).toFixed(2)} cores`,
  ];
  return {
    nodeCount: Math.max(2, Math.ceil((nodes + photos) / (USED - busCores))),
    postgres,
    redis,
    rows: [
      row('nodes: messages', messagesPerSecond, message.nodeUs),
      row('nodes: pages and lists', readsPerSecond, read.nodeUs),
      row('nodes: small photos', thumbnails, thumbnail.nodeUs),
      row('nodes: photo uploads', ASSUMED.photoUploadsPerSecond, photo.nodeUs),
      row('each node: bus messages from the others', messagesPerSecond, message.otherNodeUs),
      row('PostgreSQL: messages', messagesPerSecond, message.postgresUs),
      row('PostgreSQL: pages and lists', readsPerSecond, read.postgresUs),
      row('Redis: messages', messagesPerSecond, message.redisUs),
      [
        'nodes: all members reconnect',
        `${count(reconnectsPerSecond)} /s`,
        `${count(socket.connectUs)} µs`,
        `${connects.toFixed(2)} cores for ${reconnectSeconds} s`,
      ],
    ],
  };
}

/** The tables of `docs/a-million-members.md`: measurements times assumptions. */
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
    ['memory of the stream', `${((10_000 * shared.bytesPerBusMessage) / 1e6).toFixed(1)} MB at most`],
    ['outbound bandwidth', `${((perSecond * 8) / 1e6).toFixed(0)} Mbit/s before compression`],
  ];
  const title = 'A million members';
  return [
    { title: `${title}: disk`, columns: ['what', 'number', 'each', 'total'], rows: planDisk(measured) },
    { title: `${title}: cores at the peak`, columns: ['what', 'rate', 'each', 'total'], rows },
    { title: `${title}: what to size`, columns: ['part', 'size'], rows: parts },
  ].map((table) => ({ ...table, isMarkdown: true as const }));
}
