import { createHistogram } from 'node:perf_hooks';
import type { Figures } from '@selvedge/shared/instance/figures';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { MailTransport } from '../../mail/transport.ts';
import type { PushService } from '../../push/push-service.ts';
import type { Instrumentation } from '../instrumentation.ts';
import { watchLoopDelay } from './loop-delay.ts';
import { createRecent } from './recent.ts';
import { createSeries, type Readings, registerReadings, within } from './series.ts';

const MINUTE = { count: 6, windowMs: 10_000 };
const HOUR = { count: 12, windowMs: 5 * 60_000 };
/** Histogram range in microseconds: a delivery takes up to a minute. */
const DELIVERY = { lowest: 1, highest: 60_000_000, figures: 3 };

let sharedRegistry: Registry | undefined;
/** The process metrics, shared by all servers in the process (in tests). */
function processRegistry(): Registry {
  if (sharedRegistry) return sharedRegistry;
  sharedRegistry = new Registry();
  collectDefaultMetrics({ register: sharedRegistry });
  return sharedRegistry;
}

export interface Metrics {
  instrumentation: Instrumentation;
  ofMails(transport: MailTransport): MailTransport;
  ofPushes(push: PushService): PushService;
  /** Registers the gauges, which are read on demand. Call it once, when their sources exist. */
  registerGauges(readings: Readings): void;
  text(): Promise<{ type: string; body: string }>;
  figures(): Promise<Figures>;
  close(): void;
}

function createRecentFigures() {
  const deliveries = createRecent(MINUTE, () => createHistogram(DELIVERY));
  const failures = createRecent(HOUR, () => ({ count: 0 }));
  return {
    delivered: (ms: number) => deliveries.now().record(Math.max(1, Math.round(ms * 1_000))),
    failed() {
      failures.now().count += 1;
    },
    read() {
      const all = createHistogram(DELIVERY);
      for (const some of deliveries.all()) all.add(some);
      const ms = (percent: number) => all.percentile(percent) / 1_000;
      return {
        messagesPerMinute: all.count,
        deliveryMs: all.count === 0 ? null : { p50: ms(50), p95: ms(95), p99: ms(99) },
        failuresPerHour: failures.all().reduce((sum, { count }) => sum + count, 0),
      };
    },
  };
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const series = createSeries(registry);
  const recent = createRecentFigures();
  const loop = watchLoopDelay();
  let readings: Readings | undefined;

  const instrumentation: Instrumentation = {
    transaction: (ms) => series.transactions.observe(ms / 1_000),
    batch: (writers) => series.batches.observe(writers),
    delivered(ms) {
      series.messages.inc();
      series.delivery.observe(ms / 1_000);
      recent.delivered(ms);
    },
    answered: (request, ms) => series.answers.observe({ request }, ms / 1_000),
    called: (method, route, status, ms) =>
      series.calls.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1_000),
    limited: (limit) => series.limited.inc({ limit }),
    cut: () => series.cuts.inc(),
    decoded: (ms) => series.decodes.observe(ms / 1_000),
    backedUp: (result) => series.backups.inc({ result }),
    offerEnded(outcome) {
      series.offers.inc({ outcome });
    },
    webhookCalled(result) {
      series.webhooks.inc({ result });
    },
    holdEnded(end) {
      series.holds.inc({ end });
    },
    failed(where) {
      series.failures.inc({ where });
      recent.failed();
    },
  };

  return {
    instrumentation,
    ofMails: (transport) => ({
      async send(mail, posted) {
        try {
          await transport.send(mail, posted);
          series.mails.inc({ result: 'sent' });
        } catch (error) {
          series.mails.inc({ result: 'failed' });
          throw error;
        }
      },
    }),
    ofPushes: (push) => ({
      ...push,
      async send(to, what) {
        try {
          const result = await push.send(to, what);
          series.pushes.inc({ result });
          return result;
        } catch (error) {
          series.pushes.inc({ result: 'failed' });
          throw error;
        }
      },
    }),
    registerGauges(sources) {
      readings = sources;
      registerReadings(registry, { ...sources, loopDelay: loop.read });
    },
    async text() {
      const all = Registry.merge([registry, processRegistry()]);
      return { type: all.contentType, body: await all.metrics() };
    },
    async figures() {
      const database = readings?.database();
      const isSqlite = database && 'waitingWriters' in database;
      const [queues, matchingQueue] = readings
        ? await Promise.all([within(readings.queues()), within(readings.matchingQueue())])
        : [null, null];
      const backup = readings?.backup?.();
      return {
        ...recent.read(),
        sockets: readings?.sockets() ?? 0,
        visitorStreams: readings?.visitorStreams() ?? 0,
        loopDelayMs: { p99: loop.read().p99Ms, max: loop.read().maxMs },
        waitingWriters: (isSqlite ? database.waitingWriters : database?.pool.waiting) ?? 0,
        queues,
        matchingQueue,
        backup: backup ? { lastAt: backup.lastAt?.toISOString() ?? null, isOverdue: backup.isOverdue } : null,
        upSeconds: Math.floor(process.uptime()),
      };
    },
    close: loop.close,
  };
}
