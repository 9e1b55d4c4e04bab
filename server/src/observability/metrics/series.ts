import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

// Label values are names from the code, never anything that a client sends: so their number is bounded.

/** Histogram buckets in seconds, from what nobody notices to what everybody does. */
const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The counters and histograms, which are updated as things happen. */
export function createSeries(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `selvedge_${name}`, help, labelNames, registers });
  const histogram = <L extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: L[] = [],
  ) => new Histogram({ name: `selvedge_${name}`, help, buckets, labelNames, registers });
  return {
    messages: counter('messages_total', 'Messages stored'),
    delivery: histogram('delivery_seconds', 'From the commit of a message to telling its people', FAST),
    answers: histogram('socket_request_seconds', 'From a request of a socket to its answer', FAST, [
      'request',
    ]),
    calls: histogram('http_request_seconds', 'Calls over HTTP by the pattern of their path', FAST, [
      'method',
      'route',
      'status',
    ]),
    transactions: histogram('transaction_seconds', 'Transactions, waiting for their turn included', FAST),
    batches: histogram('commit_writers', 'Writers that were committed together (SQLite)', BATCHES),
    limited: counter('limited_total', 'Refusals for doing too much, by the name of the limit', ['limit']),
    cuts: counter('slow_readers_cut_total', 'Sockets that were cut since they did not read'),
    decodes: histogram('decode_seconds', 'Pictures decoded and made anew', SLOW),
    failures: counter('failures_total', 'What failed unforeseen, by where', ['where']),
    pushes: counter('pushes_total', 'Pushes by how they ended', ['result']),
    mails: counter('mails_total', 'Mails by how they ended', ['result']),
  };
}
/** The sources of the gauges, which are read on demand. */
export interface Readings {
  /** Sockets open on this node. */
  sockets(): number;
  visitorStreams(): number;
  /** Writers that wait for their turn (SQLite), and connections of the pool (PostgreSQL). */
  database(): { waitingWriters: number } | { pool: { total: number; idle: number; waiting: number } };
  /** Changes of listings and requests that are still to be compared; in the database, so of all nodes together. */
  matchingQueue(): Promise<number>;
  /** Mails that are not delivered yet; in the database, too. */
  waitingMails(): Promise<number>;
}

/** How long a reading waits for the database, in milliseconds: metrics are answered even while that is away. */
const PATIENCE_MS = 1_000;

/** The value of a promise if it comes in time, else null. */
export async function within<T>(asked: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const value = await Promise.race([asked.catch(() => null), silence]);
  clearTimeout(timer);
  return value;
}

/** Registers the gauges. */
export function registerReadings(
  registry: Registry,
  readings: Readings & { loopDelay(): { p99Ms: number; maxMs: number } },
): void {
  const gauge = (name: string, help: string, read: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      name: `selvedge_${name}`,
      help,
      registers: [registry],
      collect() {
        return read(this);
      },
    });
  gauge('sockets', 'Sockets open', (it) => it.set(readings.sockets()));
  gauge('visitor_streams', 'Event streams of visitors open', (it) => it.set(readings.visitorStreams()));
  gauge('event_loop_delay_p99_seconds', 'Event-loop delay, 99th percentile of ten seconds', (it) =>
    it.set(readings.loopDelay().p99Ms / 1_000),
  );
  gauge('event_loop_delay_max_seconds', 'Event-loop delay, longest in ten seconds', (it) =>
    it.set(readings.loopDelay().maxMs / 1_000),
  );
  const queue = (name: string, help: string, ask: () => Promise<number>) =>
    gauge(name, help, async (it) => {
      const waiting = await within(ask());
      if (waiting === null) it.remove();
      else it.set(waiting);
    });
  queue('waiting_mails', 'Mails that are not handed over yet', readings.waitingMails);
  queue('matching_queue', 'Changes still to be compared with what is sought', readings.matchingQueue);
  const database = readings.database();
  if ('waitingWriters' in database) {
    gauge('waiting_writers', 'Writers that wait for their turn (SQLite)', (it) => {
      const now = readings.database();
      if ('waitingWriters' in now) it.set(now.waitingWriters);
    });
    return;
  }
  new Gauge({
    name: 'selvedge_pool_connections',
    help: 'Connections to PostgreSQL, and who waits for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const now = readings.database();
      if ('pool' in now) for (const [state, count] of Object.entries(now.pool)) this.set({ state }, count);
    },
  });
}
