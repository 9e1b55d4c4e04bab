import type { RequestName } from '@selvedge/shared/platform/realtime';
import type { Config } from './config.ts';
import { FEATURES } from './features.ts';
import { createIdentity } from './identity/identity.ts';
import { createSetupLink } from './instance/setup/feature.ts';
import { givePicture } from './members/give-picture.ts';
import { personalDataRoutes } from './members/personal-data/routes.ts';
import { createClosers } from './platform/core/closers.ts';
import type { Ctx, Edges } from './platform/core/ctx.ts';
import type { DomainEventName } from './platform/core/events.ts';
import type { Feature } from './platform/core/feature.ts';
import type { NoticeKinds } from './platform/core/notice.ts';
import { closeApi, createApp } from './platform/http/app.ts';
import { type Api, createApi } from './platform/http/endpoint.ts';
import { createStopping } from './platform/http/graceful-stop.ts';
import { healthRoutes } from './platform/http/health-routes.ts';
import { limitVisits } from './platform/http/limit-visits.ts';
import { openHttp } from './platform/http/open-http.ts';
import { warnOfProxies } from './platform/http/warn-of-proxies.ts';
import { readQueues } from './platform/jobs/queue-kind.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { storageFolders, watchDiskSpace } from './platform/observability/disk-space.ts';
import type { Logger } from './platform/observability/log.ts';
import { metricsRoutes } from './platform/observability/metrics/routes.ts';
import { serveMetrics } from './platform/observability/metrics/serve.ts';
import { openPlatform } from './platform/open-platform.ts';
import { openLive } from './platform/realtime/open-live.ts';
import type { RequestHandlers } from './platform/realtime/request-handlers.ts';
import { visitorRoutes } from './platform/realtime/visitor-routes.ts';

export type { Edges };

type Handlers = RequestHandlers<Exclude<RequestName, 'session:renew'>>;

/** One object of what features give as parts of it. @throws if two give the same part */
function merged<T extends object>(parts: (Partial<T> | undefined)[]): T {
  const all = new Map<string, unknown>();
  for (const [name, part] of parts.flatMap((one) => Object.entries(one ?? {}))) {
    if (all.has(name)) throw new Error(`Two features give ${name}.`);
    all.set(name, part);
  }
  return Object.fromEntries(all) as T;
}

const noticesOf = (features: readonly Feature[]): NoticeKinds =>
  new Map(
    features.flatMap(({ name: feature, notices = {} }) =>
      Object.entries(notices).map(([kind, one]) => [kind, { ...one, feature }] as const),
    ),
  );

/** Lets a feature follow events, after those that come before it in the list. */
function follow(ctx: Ctx, { on = {} }: Feature): void {
  for (const [name, subscriber] of Object.entries(on))
    ctx.db.events.on(name as DomainEventName, (tx, event) => subscriber(ctx, tx, event as never));
}

/** Builds the product from its settings: the platform, every feature of the list, their jobs. */
export async function createProduct(config: Config, log: Logger, edges: Edges = {}) {
  const { onClose, close, closeNamed } = createClosers(log);
  const platform = await openPlatform(config, log, edges, onClose);
  const { db, settings, limits, media, mailer, metrics, bus, addressOf } = platform;
  const { instrumentation } = metrics;
  const identity = await createIdentity({
    ...platform,
    givePicture: (memberId, bytes) => givePicture({ db, portraits: media.portraits }, memberId, bytes),
  });
  onClose('identity', identity.close);
  const { visitors, ...live } = openLive(platform, identity);
  const ctx: Ctx = { ...platform, ...live, identity, notices: noticesOf(FEATURES) };
  const diskSpace = watchDiskSpace(storageFolders(config), log);
  onClose('disk space', diskSpace.close);

  for (const feature of FEATURES) {
    follow(ctx, feature);
    await feature.start?.(ctx);
    startJobs(ctx, feature.name, feature.jobs ?? []);
  }

  const stopping = createStopping(config.stopDelay);
  const app = createApp(log, instrumentation, config.publicUrl.startsWith('https:'));
  app.use(warnOfProxies({ ...config, log }));
  app.use(limitVisits({ limits, addressOf, settings }));
  const { isOn, currency } = settings;
  const api: Api = createApi({ app, authenticate: identity.authenticate, limits, isOn, currency, addressOf });
  healthRoutes(api, {
    isStopping: stopping.isStopping,
    database: db.ping,
    others: {
      disk: diskSpace.check,
      ...(config.redisUrl !== null && { redis: bus.check }),
      ...merged(FEATURES.map((feature) => feature.health?.(ctx))),
    },
  });
  visitorRoutes(api, { visitors, addressOf });
  metricsRoutes(api, metrics);
  personalDataRoutes(api, {
    db,
    instanceName: () => settings.current().name,
    confirm: identity.confirmDeletion,
    parts: FEATURES.flatMap((feature) => feature.personalData?.(ctx) ?? []),
  });
  for (const feature of FEATURES) feature.endpoints?.(api, ctx);
  serveMetrics(app, metrics, config.metricsToken);
  closeApi(app, api);
  for (const feature of FEATURES) feature.pages?.(app, ctx);
  const kinds = FEATURES.flatMap(({ queues = [] }) => queues);
  const queues = () => db.read((conn) => readQueues(conn, kinds));
  const own = { sockets: live.hub.sockets, visitorStreams: visitors.streams, database: db.load, queues };
  const gauges = FEATURES.map((feature) => feature.gauges?.(ctx));
  metrics.registerGauges(merged([own, ...gauges]));
  const requests = merged<Handlers>(FEATURES.map((feature) => feature.requests?.(ctx)));
  live.hub.serve(requests, merged(FEATURES.map((feature) => feature.sockets?.(ctx))));
  const http = openHttp(ctx, app, stopping);
  // Before HTTP, which waits for the streams to end.
  onClose('visitors', visitors.close);
  onClose('nodes', live.nodes.close);

  return {
    ctx,
    ...{ db, limits, settings, identity, mailer, uploads: media, publish: live.publish },
    onPublished: live.nodes.onPublished,
    endpoints: api.endpoints,
    /** The handlers of all socket requests but the hub's own. */
    requests,
    /** @returns the port, and where to set up an instance without an admin: null if there is nothing to set up */
    async listen(): Promise<{ port: number; setupLink: Promise<string | null> }> {
      const port = await http.listen();
      // Not awaited: it must not delay the first answer, nor the handling of signals. It never rejects.
      return { port, setupLink: createSetupLink(ctx) };
    },
    /** First half of a graceful shutdown: reports not ready to load balancers and finishes in-flight requests. */
    drain: http.drain,
    close,
    closeFeature: closeNamed,
  };
}

export type Product = Awaited<ReturnType<typeof createProduct>>;
