import * as z from 'zod';

const count = z.number().int().min(0);
const ms = z.number().min(0);

/** The state of an outgoing queue. */
export const QueueState = z.object({
  name: z.string(),
  label: z.string(),
  waiting: count,
  /** For how long the oldest waits; 0 if nothing does. */
  oldestSeconds: count,
  /** Attempts that failed in the last hour. */
  failures: count,
  /** The oldest waits for longer than is usual. */
  isLate: z.boolean(),
});
export type QueueState = z.infer<typeof QueueState>;

/** Load and health of one node. */
export const Figures = z.object({
  /** In the last minute. */
  messagesPerMinute: count,
  /**
   * From the commit of a message to its delivery to the participants, in the last minute; null without
   * messages.
   */
  deliveryMs: z.object({ p50: ms, p95: ms, p99: ms }).nullable(),
  sockets: count,
  visitorStreams: count,
  /** Event loop delay in the last ten to twenty seconds. */
  loopDelayMs: z.object({ p99: ms, max: ms }),
  /** Work that waits for the database: for the write lock on SQLite, for a connection on PostgreSQL. */
  waitingWriters: count,
  /** Outgoing queues, of all nodes; null when the database does not respond. */
  queues: z.array(QueueState).nullable(),
  /** Listing and WTB changes not matched yet; null when the database does not respond. */
  matchingQueue: count.nullable(),
  /** Unexpected errors in the last hour. */
  failuresPerHour: count,
  /** When the last good backup began; null if automatic backups are off. */
  backup: z.object({ lastAt: z.iso.datetime().nullable(), isOverdue: z.boolean() }).nullable(),
  upSeconds: count,
});
export type Figures = z.infer<typeof Figures>;
