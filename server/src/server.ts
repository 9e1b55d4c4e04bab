import type { AddressInfo } from 'node:net';
import type { Context } from 'hono';
import type { Config } from './config.ts';
import { startRemovingOriginals } from './conversations/originals/remove-expired.ts';
import { createLimits, unlimited } from './core/limits.ts';
import { openDatabase } from './db/open.ts';
import { ownFile } from './db/own-file.ts';
import { closeApi, createApp } from './http/app.ts';
import { clientAddress } from './http/client-address.ts';
import { type Api, createApi } from './http/endpoint.ts';
import { createStopping } from './http/graceful-stop.ts';
import { createHttpServer } from './http/http-server.ts';
import { limitVisits } from './http/limit-visits.ts';
import { cutSlowSenders } from './http/slow-sender.ts';
import { isSuspended } from './identity/accounts/is-suspended.ts';
import { mailAddressOf } from './identity/accounts/mail-address.ts';
import type { Identity } from './identity/context.ts';
import { createIdentity } from './identity/identity.ts';
import { createSecret } from './identity/secret.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMailTransport } from './mail/transport.ts';
import { createMatching } from './matching/matching.ts';
import { openBus } from './nodes/open-bus.ts';
import { openRedis } from './nodes/redis.ts';
import { returnAllWhenLost } from './nodes/return-all.ts';
import { createNotifications } from './notifications/notifications.ts';
import { storageFolders, watchDiskSpace } from './observability/disk-space.ts';
import type { Logger } from './observability/log.ts';
import { createMetrics } from './observability/metrics/metrics.ts';
import { serveMetrics } from './observability/metrics/serve.ts';
import { serveWeb } from './pages/serve-web.ts';
import { createPushService } from './push/push-service.ts';
import { acrossNodes } from './realtime/across-nodes.ts';
import { announceSuspensions } from './realtime/announce-suspensions.ts';
import { createHub } from './realtime/hub.ts';
import { startRealtime } from './realtime/start-realtime.ts';
import { createVisitors } from './realtime/visitor-streams.ts';
import { registerRoutes } from './routes.ts';
import { createUploads } from './uploads/uploads.ts';
import { givePicture } from './users/give-picture.ts';

/** How long requests under way may take when the server stops. */
const CLOSE_GRACE_MS = 5_000;

export interface RunningServer {
  /** The port that the server listens on. */
  port: number;
  /** Every call of the REST contract, with its schemas. */
  endpoints: Api['endpoints'];
  /** Every route of the embedded identity provider. */
  authRoutes: Identity['authRoutes'];
  /** The first half of a graceful stop: reports not ready, for balancers, and answers the requests under way. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the whole product from its settings and listens. What is created here is closed here, in reverse. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const disownFile = ownFile(config.databaseUrl);
  const metrics = createMetrics();
  const { instrumentation: watch } = metrics;
  const db = await openDatabase(config.databaseUrl, log, config.databasePool, watch);
  const derive = createSecret(config.identity.secret, config.dataDir);
  const transport = metrics.ofMails(createMailTransport(config, log));
  const mailer = createOutbox({ db, log, transport, key: derive('outgoing mails') });
  const uploads = createUploads({
    ...{ config, db, log },
    urlKey: derive('private pictures'),
    onDecoded: watch.decoded,
  });
  const { portraits } = uploads;
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, log);
  if (!config.rateLimits)
    log.warn('Rate limits are off: one person can keep everybody else from the server.');
  const limits = config.rateLimits ? createLimits(redis ?? undefined, watch.limited) : unlimited;
  const identity = await createIdentity({
    config,
    db,
    log,
    mailer,
    calls: limits,
    onLimited: watch.limited,
    givePicture: (personId, bytes) => givePicture({ db, portraits }, personId, bytes),
  });
  const room = watchDiskSpace(storageFolders(config), log);
  const bus = await openBus(redis, log);
  const visitors = createVisitors();
  const hub = createHub({
    publicUrl: config.publicUrl,
    log,
    authenticate: identity.authenticate,
    limits,
    sendToVisitors: visitors.send,
    onSessionEnded: identity.onSessionEnded,
    instrumentation: watch,
  });
  const nodes = acrossNodes(bus, hub.publish);
  returnAllWhenLost(bus, [hub, visitors]);
  const isConnected = (personId: string) => live.isConnected(personId);

  const stopping = createStopping(config.stopDelay);
  const app = createApp(log, watch, config.publicUrl.startsWith('https:'));
  const addressOf = (c: Context) => clientAddress(c, config.trustProxy);
  app.use(limitVisits({ limits, addressOf }));
  const api = createApi({ app, authenticate: identity.authenticate, limits, addressOf });
  const matching = createMatching({
    db,
    log,
    mailer,
    mailAddressOf,
    publish: nodes.publish,
    publicUrl: config.publicUrl,
    mailKey: derive('mail links'),
    isConnected,
  });
  const notifications = createNotifications({
    ...{ db, log, mailer, mailAddressOf, isSuspended },
    publicUrl: config.publicUrl,
    mailKey: derive('message mail links'),
    push: metrics.ofPushes(createPushService((salt) => derive('push', salt), config.securityContact)),
    isConnected,
    matchMails: matching.mailSetting,
  });
  const live = startRealtime({
    ...{ db, log, hub, nodes },
    images: uploads.chatImages,
    notifyAway: notifications.notifyAway,
    delivered: watch.delivered,
    limitsNewcomers: config.rateLimits,
    countStart: limits.start,
  });
  const { conversing } = live;
  const stopAnnouncing = announceSuspensions(conversing, log);
  const stopRemovingOriginals = startRemovingOriginals(conversing, log);
  identity.mount(app);
  uploads.mount(app);
  matching.mount(app);
  notifications.mount(app);
  registerRoutes(api, {
    ...{ config, log, bus, identity, uploads, room },
    ...{ conversing, matching, visitors, notifications, metrics },
    isStopping: stopping.isStopping,
  });
  metrics.registerGauges({
    sockets: hub.sockets,
    visitorStreams: visitors.streams,
    database: db.load,
    matchingQueue: matching.waiting,
    waitingMails: mailer.waiting,
  });
  serveMetrics(app, metrics, config.metricsToken);
  closeApi(app, api);
  serveWeb(app, { config, db, identity });

  const http = createHttpServer({ fetch: stopping.track(app.fetch) });
  stopping.watch(http);
  hub.attach(http);
  cutSlowSenders(http);
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(config.port, config.host, resolve);
  });

  return {
    port: (http.address() as AddressInfo).port,
    endpoints: api.endpoints,
    authRoutes: identity.authRoutes,
    drain: () => stopping.drain(http),
    async close() {
      // Browsers open connections ahead of need, and Node counts one that has sent no request yet as busy.
      const grace = setTimeout(() => http.closeAllConnections(), CLOSE_GRACE_MS);
      nodes.close();
      visitors.close();
      // The hub also closes the HTTP server, and waits for that.
      await hub.close();
      live.close();
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeIdleConnections();
      });
      clearTimeout(grace);
      await stopping.settled();
      await room.close();
      await stopAnnouncing();
      await stopRemovingOriginals();
      await notifications.close();
      await matching.close();
      await identity.close();
      await uploads.close();
      await mailer.close();
      await bus.close();
      redis?.close();
      await db.close();
      metrics.close();
      disownFile();
    },
  };
}
