import * as z from 'zod';

const count = z.number().int().min(0);
const ms = z.number().min(0);

/** How one node is doing. */
export const Figures = z.object({
  /** In the last minute. */
  messagesPerMinute: count,
  /** From the commit of a message to telling its people, in the last minute; null when there was none. */
  deliveryMs: z.object({ p50: ms, p95: ms, p99: ms }).nullable(),
  sockets: count,
  visitorStreams: count,
  /** How late the process came to what it had to do, in the last ten to twenty seconds. */
  loopDelayMs: z.object({ p99: ms, max: ms }),
  /** Who waits to write. */
  waitingWriters: count,
  /** Both null when the database did not say. */
  waitingMails: count.nullable(),
  matchingQueue: count.nullable(),
  /** What failed unforeseen in the last hour. */
  failuresPerHour: count,
  upSeconds: count,
});
export type Figures = z.infer<typeof Figures>;
