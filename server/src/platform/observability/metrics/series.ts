import type { QueueState } from '@selvedge/shared/instance/figures';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

// Label values come from the code, never from clients, so their number is bounded.

/** Histogram buckets in seconds, from imperceptible to obvious. */
const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

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
    delivery: histogram('delivery_seconds', 'Time from the commit of a message to its publication', FAST),
    answers: histogram('socket_request_seconds', 'Time from a socket request to its ack', FAST, ['request']),
    calls: histogram('http_request_seconds', 'Duration of HTTP calls by route pattern', FAST, [
      'method',
      'route',
      'status',
    ]),
    transactions: histogram('transaction_seconds', 'Duration of transactions, including queueing', FAST),
    batches: histogram('commit_writers', 'Writers per group commit (SQLite)', BATCHES),
    limited: counter('limited_total', 'Rate-limit refusals by limit', ['limit']),
    cuts: counter('slow_readers_cut_total', 'Sockets disconnected because they did not read'),
    decodes: histogram('decode_seconds', 'Duration of decoding and re-encoding pictures', SLOW),
    offers: counter('offers_ended_total', 'Ended offers by outcome', ['outcome']),
    holds: counter('holds_ended_total', 'Ended holds by how they ended', ['end']),
    failures: counter('failures_total', 'Unexpected failures by origin', ['where']),
    backups: counter('backups_total', 'Scheduled backups by result', ['result']),
    pushes: counter('pushes_total', 'Pushes by result', ['result']),
    webhooks: counter('webhooks_total', 'Calls of webhooks by result', ['result']),
    mails: counter('mails_total', 'Mails by result', ['result']),
  };
}
export interface Readings {
  sockets(): number;
  visitorStreams(): number;
  database(): { waitingWriters: number } | { pool: { total: number; idle: number; waiting: number } };
  /** Listing and WTB changes not matched yet; counted in the database, so across all nodes. */
  matchingQueue(): Promise<number>;
  /** What waits to be sent; counted in the database, so across all nodes. */
  queues(): Promise<QueueState[]>;
  /** The last good backup; undefined if automatic backups are off. */
  backup: (() => { lastAt: Date | null; isOverdue: boolean }) | undefined;
  moderationQueue(): Promise<{
    counts: { open: number; appeals: number; overdue: number };
    oldestReportAt: Date | null;
  }>;
}

/** How many milliseconds a gauge waits for the database, so that metrics work even while it is down. */
const TIMEOUT_MS = 1_000;

export async function within<T>(promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  const value = await Promise.race([promise.catch(() => null), timeout]);
  clearTimeout(timer);
  return value;
}

function registerQueues(registry: Registry, { queues }: Pick<Readings, 'queues'>): void {
  let reading: Promise<QueueState[] | null> | null = null;
  // The gauges of one scrape share a reading.
  const read = () => {
    reading ??= within(queues()).finally(() => {
      reading = null;
    });
    return reading;
  };
  const gauge = (name: string, help: string, figureOf: (state: QueueState) => number) =>
    new Gauge({
      name: `selvedge_queue_${name}`,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const states = await read();
        this.reset();
        for (const state of states ?? []) this.set({ queue: state.name }, figureOf(state));
      },
    });
  gauge('waiting', 'What waits to be sent, also for a retry', ({ waiting }) => waiting);
  gauge('oldest_seconds', 'For how long the oldest waits; 0 if nothing does', (state) => state.oldestSeconds);
  gauge('failures', 'Attempts that failed in the last hour', ({ failures }) => failures);
}

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
  gauge('sockets', 'Open sockets', (it) => it.set(readings.sockets()));
  gauge('visitor_streams', 'Open event streams of visitors', (it) => it.set(readings.visitorStreams()));
  gauge('event_loop_delay_p99_seconds', 'Event-loop delay, 99th percentile over ten seconds', (it) =>
    it.set(readings.loopDelay().p99Ms / 1_000),
  );
  gauge('event_loop_delay_max_seconds', 'Event-loop delay, maximum over ten seconds', (it) =>
    it.set(readings.loopDelay().maxMs / 1_000),
  );
  const queue = (name: string, help: string, count: () => Promise<number>) =>
    gauge(name, help, async (it) => {
      const waiting = await within(count());
      if (waiting === null) it.remove();
      else it.set(waiting);
    });
  queue('matching_queue', 'Listing and WTB changes not matched yet', readings.matchingQueue);
  const { backup } = readings;
  if (backup) {
    gauge('last_backup_timestamp_seconds', 'When the last good backup began, in Unix time; 0 if none', (it) =>
      it.set((backup().lastAt?.getTime() ?? 0) / 1_000),
    );
  }
  registerQueues(registry, readings);
  new Gauge({
    name: 'selvedge_moderation_queue',
    help: 'Open reports, open appeals, and those of both older than 48 hours; each up to 1,000',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const queue = await within(readings.moderationQueue());
      this.reset();
      for (const [state, count] of Object.entries(queue?.counts ?? {})) this.set({ state }, count);
    },
  });
  queue('moderation_oldest_seconds', 'The age of the oldest open report; 0 if none is open', async () => {
    const { oldestReportAt } = await readings.moderationQueue();
    return oldestReportAt ? (Date.now() - oldestReportAt.getTime()) / 1_000 : 0;
  });
  const database = readings.database();
  if ('waitingWriters' in database) {
    gauge('waiting_writers', 'Queued writers (SQLite)', (it) => {
      const now = readings.database();
      if ('waitingWriters' in now) it.set(now.waitingWriters);
    });
    return;
  }
  new Gauge({
    name: 'selvedge_pool_connections',
    help: 'PostgreSQL connections, and callers waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const now = readings.database();
      if ('pool' in now) for (const [state, count] of Object.entries(now.pool)) this.set({ state }, count);
    },
  });
}
