import type { AddressInfo } from 'node:net';
import type { Context } from 'hono';
import { createAgreements } from './agreements.ts';
import type { Config } from './config.ts';
import { startRemovingOriginals } from './conversations/originals/remove-expired.ts';
import { startAnnouncingVouches } from './deals/vouches/announce-vouches.ts';
import { isSuspended } from './identity/accounts/is-suspended.ts';
import { mailAddressOf, noticeAddressOf } from './identity/accounts/mail-address.ts';
import { watchAdmins } from './identity/accounts/watch-admins.ts';
import { createIdentity } from './identity/identity.ts';
import { createSecret } from './identity/secret.ts';
import { openSetup } from './instance/setup/open-setup.ts';
import type { MailTimes } from './items/matching/mails/mail-owners.ts';
import { createMatching } from './items/matching/matching.ts';
import { givePicture } from './members/give-picture.ts';
import type { NotificationTimes } from './notifications/context.ts';
import { createNotifications } from './notifications/notifications.ts';
import { openBackups } from './operator/backups/open-backups.ts';
import { serveWeb } from './pages/serve-web.ts';
import { createLimits, unlimited } from './platform/core/limits.ts';
import { requireWritable } from './platform/core/writable-folder.ts';
import { lockDatabaseFile } from './platform/db/file-lock.ts';
import { openDatabase } from './platform/db/open.ts';
import { closeApi, createApp } from './platform/http/app.ts';
import { clientAddress, socketAddress } from './platform/http/client-address.ts';
import { createApi } from './platform/http/endpoint.ts';
import { createStopping } from './platform/http/graceful-stop.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { limitVisits } from './platform/http/limit-visits.ts';
import { cutSlowSenders } from './platform/http/slow-sender.ts';
import { warnOfProxies } from './platform/http/warn-of-proxies.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import { createMailTransport, type MailTransport } from './platform/mail/transport.ts';
import { createUploads } from './platform/media/uploads.ts';
import { openBus } from './platform/nodes/open-bus.ts';
import { reconnectClientsWhenLost } from './platform/nodes/reconnect-clients.ts';
import { openRedis } from './platform/nodes/redis.ts';
import { storageFolders, watchDiskSpace } from './platform/observability/disk-space.ts';
import type { Logger } from './platform/observability/log.ts';
import { createMetrics } from './platform/observability/metrics/metrics.ts';
import { serveMetrics } from './platform/observability/metrics/serve.ts';
import { createPushService, type PushNetwork, pushServicesAnd } from './platform/push/push-service.ts';
import { acrossNodes } from './platform/realtime/across-nodes.ts';
import { createHub } from './platform/realtime/hub.ts';
import { startRealtime } from './platform/realtime/start-realtime.ts';
import { createVisitors } from './platform/realtime/visitor-streams.ts';
import { followSettings } from './platform/settings/follow-settings.ts';
import { registerRoutes } from './routes.ts';
import { announceSuspensions } from './safety/announce-suspensions.ts';
import { createPhotoMatches } from './safety/photo-matches/photo-matches.ts';
import { startErasingReports } from './safety/reports/erase-expired.ts';
import { createReportLinks } from './safety/reports/links.ts';
import { overdueAt } from './safety/reports/overdue.ts';
import { countQueue } from './safety/reports/queries.ts';

/** How long in-flight requests may take on shutdown. */
const CLOSE_GRACE_MS = 5_000;

/** What the product reaches beyond its process; by default, as its settings say. */
export interface Edges {
  mailTransport?: MailTransport;
  pushNetwork?: PushNetwork;
  /** How soon members who are away are notified. */
  times?: { messages?: NotificationTimes; matches?: MailTimes };
}

/** Composition root: builds everything from the settings. `close` shuts it down in reverse order. */
export async function createProduct(config: Config, log: Logger, edges: Edges = {}) {
  requireWritable('DATA_DIR', config.dataDir);
  const unlockDatabaseFile = lockDatabaseFile(config.databaseUrl);
  const metrics = createMetrics();
  const { instrumentation } = metrics;
  const db = await openDatabase(config.databaseUrl, log, config.databasePool, instrumentation);
  const settings = await followSettings(db, log, config);
  const { isOn, currency } = settings;
  const derive = createSecret(config.identity.secret, config.dataDir);
  const transport = metrics.ofMails(edges.mailTransport ?? createMailTransport(config, log, settings));
  const mailer = createOutbox({
    ...{ db, log, transport, settings },
    publicUrl: config.publicUrl,
    key: derive('outgoing mails'),
  });
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, log);
  if (!config.rateLimits) log.warn('Rate limits are off: a single client can overload the server.');
  const limits = config.rateLimits ? createLimits(redis ?? undefined, instrumentation.limited) : unlimited;
  const uploads = createUploads({
    ...{ config, db, log },
    urlKey: derive('private pictures'),
    present: settings.current,
    onDecoded: instrumentation.decoded,
    charge: limits.decoding,
  });
  const { portraits } = uploads;
  const identity = await createIdentity({
    config,
    db,
    log,
    settings,
    mailer,
    calls: limits,
    onLimited: instrumentation.limited,
    givePicture: (personId, bytes) => givePicture({ db, portraits }, personId, bytes),
  });
  const diskSpace = watchDiskSpace(storageFolders(config), log);
  const bus = await openBus(redis, log);
  const visitors = createVisitors();
  const hub = createHub({
    publicUrl: config.publicUrl,
    log,
    authenticate: identity.authenticate,
    limits,
    isOn,
    currency,
    addressOf: (request) => socketAddress(request, config.trustProxy),
    sendToVisitors: visitors.send,
    onSessionEnded: identity.onSessionEnded,
    instrumentation,
  });
  const nodes = acrossNodes(bus, hub.publish);
  reconnectClientsWhenLost(bus, [hub, visitors]);
  const isConnected = (personId: string) => live.isConnected(personId);

  const stopping = createStopping(config.stopDelay);
  const app = createApp(log, instrumentation, config.publicUrl.startsWith('https:'));
  const addressOf = (c: Context) => clientAddress(c, config.trustProxy);
  app.use(warnOfProxies({ ...config, log }));
  app.use(limitVisits({ limits, addressOf, settings }));
  const api = createApi({ app, authenticate: identity.authenticate, limits, isOn, currency, addressOf });
  const matching = createMatching({
    db,
    log,
    settings,
    mailer,
    mailAddressOf,
    publish: nodes.publish,
    publicUrl: config.publicUrl,
    mailKey: derive('mail links'),
    isConnected,
    ...(edges.times?.matches && { times: edges.times.matches }),
  });
  const notifications = createNotifications({
    ...{ db, log, settings, mailer, mailAddressOf, isSuspended },
    publicUrl: config.publicUrl,
    mailKey: derive('message mail links'),
    push: metrics.ofPushes(
      createPushService(
        (salt) => derive('push', salt),
        config.securityContact,
        edges.pushNetwork ?? pushServicesAnd(config.pushHosts),
      ),
    ),
    ...(edges.times?.messages && { times: edges.times.messages }),
    isConnected,
    matchMails: matching.mailSetting,
  });
  const live = startRealtime({
    ...{ db, log, hub, nodes },
    images: uploads.chatImages,
    notifyAway: notifications.notifyAway,
    delivered: instrumentation.delivered,
    limitsNewcomers: config.rateLimits,
    countStart: limits.start,
    onUnsend: (tx, message) => agreements.messageUnsent(tx, message),
  });
  const { conversationContext } = live;
  const agreements = createAgreements({
    conversations: conversationContext,
    ...{ matching, settings, instrumentation },
  });
  live.serve(agreements.offers);
  const stopExpiring = agreements.startExpiring(log, notifications.notifyOfListing);
  const stopAnnouncing = announceSuspensions(conversationContext, () => settings.current().features, log);
  const stopWatchingAdmins = watchAdmins(db, log, (userId) => {
    identity.expire(userId);
    hub.publish.toPerson(userId, 'user:changed', {});
  });
  const stopAnnouncingVouches = startAnnouncingVouches(
    { db, publicUrl: config.publicUrl, postNotice: notifications.postNotice, isOn },
    log,
  );
  const stopRemovingOriginals = startRemovingOriginals(conversationContext, log);
  const photoMatches = createPhotoMatches({ db, log, uploads });
  const { discardPhotos } = photoMatches;
  const stopErasingReports = startErasingReports({ db, discardPhotos }, log);
  const backups = await openBackups({ config, db, log, onResult: instrumentation.backedUp });
  identity.mount(app);
  uploads.mount(app);
  matching.mount(app);
  notifications.mount(app);
  const setup = openSetup({
    ...{ config, db, log, settings, limits, identity, transport, addressOf, mailAddressOf },
  });
  registerRoutes(api, {
    ...{ app, limits, config, log, bus, identity, settings, uploads, photoMatches, diskSpace, backups },
    setup,
    reportMails: {
      ...{ mailer, noticeAddressOf },
      publicUrl: config.publicUrl,
      links: createReportLinks(config.publicUrl, derive),
    },
    removingVouches: { mailer, publicUrl: config.publicUrl, mailAddressOf },
    ...{ conversationContext, agreements, matching, visitors, notifications, metrics },
    isStopping: stopping.isStopping,
  });
  metrics.registerGauges({
    sockets: hub.sockets,
    visitorStreams: visitors.streams,
    database: db.load,
    matchingQueue: matching.waiting,
    waitingMails: mailer.waiting,
    backup: backups?.state,
    moderationQueue: () => db.read((conn) => countQueue(conn, overdueAt(Date.now()))),
  });
  serveMetrics(app, metrics, config.metricsToken);
  closeApi(app, api);
  serveWeb(app, { config, db, settings, isSettingUp: setup.isSettingUp, identity });

  const http = createHttpServer({ fetch: stopping.track(app.fetch) });
  stopping.watch(http);
  hub.attach(http);
  cutSlowSenders(http);
  let setupLink: Promise<string | null> = Promise.resolve(null);

  return {
    db,
    limits,
    /** Every endpoint of the REST contract, with its schemas. */
    endpoints: api.endpoints,
    identity,
    uploads,
    photoMatches,
    matching,
    mailer,
    agreements,
    conversationContext,
    settings,
    publish: nodes.publish,
    onPublished: nodes.onPublished,
    /** @returns the port, and where to set up an instance without an admin: null if there is nothing to set up */
    async listen(): Promise<{ port: number; setupLink: Promise<string | null> }> {
      await new Promise<void>((resolve, reject) => {
        http.once('error', reject);
        http.listen(config.port, config.host, resolve);
      });
      // Not awaited: it must not delay the first answer, nor the handling of signals. It never rejects.
      setupLink = setup.createLink();
      return { port: (http.address() as AddressInfo).port, setupLink };
    },
    /** First half of a graceful shutdown: reports not ready to load balancers and finishes in-flight requests. */
    drain: () => stopping.drain(http),
    async close() {
      // Browsers open spare connections, and Node counts one without a request as busy.
      const grace = setTimeout(() => http.closeAllConnections(), CLOSE_GRACE_MS);
      nodes.close();
      visitors.close();
      // The hub also closes the HTTP server and waits for it.
      await hub.close();
      live.close();
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeIdleConnections();
      });
      clearTimeout(grace);
      await stopping.settled();
      await diskSpace.close();
      await backups?.close();
      await stopAnnouncing();
      await stopWatchingAdmins();
      await stopRemovingOriginals();
      await stopErasingReports();
      await stopExpiring();
      await stopAnnouncingVouches();
      await notifications.close();
      await matching.close();
      await identity.close();
      await photoMatches.close();
      await uploads.close();
      await mailer.close();
      await setupLink;
      await setup.close();
      await settings.close();
      await bus.close();
      redis?.close();
      await db.close();
      metrics.close();
      unlockDatabaseFile();
    },
  };
}

export type Product = Awaited<ReturnType<typeof createProduct>>;
