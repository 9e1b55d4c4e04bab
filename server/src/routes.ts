import type { Hono } from 'hono';
import type { Agreements } from './agreements.ts';
import type { Config } from './config.ts';
import type { ConversationContext } from './conversations/context.ts';
import { conversationsPart } from './conversations/personal-data.ts';
import { putBackMessage } from './conversations/put-back-message.ts';
import { removeMessage } from './conversations/remove-message.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { dealsPart } from './deals/deals/personal-data.ts';
import { dealRoutes } from './deals/deals/routes.ts';
import { holdsPart } from './deals/holds/personal-data.ts';
import { holdRoutes } from './deals/holds/routes.ts';
import { offersPart } from './deals/offers/personal-data.ts';
import { offerRoutes } from './deals/offers/routes.ts';
import { vouchesPart } from './deals/vouches/personal-data.ts';
import { putBackVouch } from './deals/vouches/put-back-vouch.ts';
import { type RemovingVouches, removeVouch } from './deals/vouches/remove-vouch.ts';
import { vouchRoutes } from './deals/vouches/routes.ts';
import { isSuspended } from './identity/accounts/is-suspended.ts';
import type { Identity } from './identity/context.ts';
import { inviteRoutes } from './instance/invites/routes.ts';
import { settingsRoutes } from './instance/settings/routes.ts';
import type { OpenSetup } from './instance/setup/open-setup.ts';
import { textPageRoutes } from './instance/text-pages/routes.ts';
import { itemEventRoutes } from './items/events/routes.ts';
import { listingsPart } from './items/listings/personal-data.ts';
import { putBackListing } from './items/listings/put-back-listing.ts';
import { removeListing } from './items/listings/remove-listing.ts';
import { listingRoutes } from './items/listings/routes.ts';
import type { Matcher } from './items/matching/matching.ts';
import { matchingPart } from './items/matching/personal-data.ts';
import { wantedPart } from './items/wanted/personal-data.ts';
import { putBackWanted } from './items/wanted/put-back-wanted.ts';
import { wantedRoutes } from './items/wanted/routes.ts';
import { takeDownWanted } from './items/wanted/take-down.ts';
import { adminLogRoutes } from './members/admin-log/routes.ts';
import { blocksPart } from './members/blocks/personal-data.ts';
import { blockRoutes } from './members/blocks/routes.ts';
import { businessPart } from './members/businesses/personal-data.ts';
import { businessRoutes } from './members/businesses/routes.ts';
import { ownUserRoutes } from './members/own-routes.ts';
import { personalDataRoutes } from './members/personal-data/routes.ts';
import { profilePart } from './members/personal-data.ts';
import { userRoutes } from './members/routes.ts';
import type { Notifications } from './notifications/notifications.ts';
import { notificationsPart } from './notifications/personal-data.ts';
import type { ScheduledBackups } from './operator/backups/scheduled-backups.ts';
import { docsRoutes } from './pages/docs/routes.ts';
import type { Limits } from './platform/core/limits.ts';
import { clientAddress } from './platform/http/client-address.ts';
import type { Api, Env } from './platform/http/endpoint.ts';
import { healthRoutes } from './platform/http/health-routes.ts';
import type { Uploads } from './platform/media/uploads.ts';
import type { Bus } from './platform/nodes/bus.ts';
import type { watchDiskSpace } from './platform/observability/disk-space.ts';
import type { Logger } from './platform/observability/log.ts';
import type { Metrics } from './platform/observability/metrics/metrics.ts';
import { metricsRoutes } from './platform/observability/metrics/routes.ts';
import { visitorRoutes } from './platform/realtime/visitor-routes.ts';
import type { Visitors } from './platform/realtime/visitor-streams.ts';
import type { LiveSettings } from './platform/settings/follow-settings.ts';
import type { PhotoMatches } from './safety/photo-matches/photo-matches.ts';
import { appealPages } from './safety/reports/appeals/pages.ts';
import type { Reporting } from './safety/reports/context.ts';
import { reportsPart } from './safety/reports/personal-data.ts';
import { reportRoutes } from './safety/reports/routes.ts';
import { confirmReportPage, visitorReportRoutes } from './safety/reports/visitors/routes.ts';
import { warningRoutes } from './safety/reports/warnings/routes.ts';

interface ApiParts {
  /** Serves the pages of mailed links. */
  app: Hono<Env>;
  limits: Pick<Limits, 'spend'>;
  config: Pick<Config, 'bumpCooldownHours' | 'publicUrl' | 'redisUrl' | 'trustProxy'>;
  log: Logger;
  bus: Bus;
  identity: Identity;
  settings: Pick<LiveSettings, 'current' | 'isOn' | 'refresh'>;
  setup: Pick<OpenSetup, 'routes'>;
  uploads: Uploads;
  photoMatches: PhotoMatches;
  conversationContext: ConversationContext;
  agreements: Agreements;
  matching: Matcher;
  visitors: Visitors;
  /** Null if automatic backups are off. */
  backups: ScheduledBackups | null;
  diskSpace: Pick<ReturnType<typeof watchDiskSpace>, 'check'>;
  notifications: Notifications;
  /** Sends a mail to a member whose vouch is removed. */
  removingVouches: RemovingVouches;
  /** How reports, decisions and appeals are mailed. */
  reportMails: Pick<Reporting, 'mailer' | 'publicUrl' | 'noticeAddressOf' | 'links'>;
  metrics: Pick<Metrics, 'figures'>;
  isStopping(): boolean;
}

/** Registers every endpoint of the REST contract. */
export function registerRoutes(api: Api, parts: ApiParts): void {
  const {
    config,
    log,
    bus,
    identity,
    settings,
    uploads,
    photoMatches,
    conversationContext,
    agreements,
    matching,
    visitors,
    notifications,
    removingVouches,
    reportMails,
    metrics,
  } = parts;
  const { db, publish } = conversationContext;
  const features = () => settings.current().features;
  healthRoutes(api, {
    isStopping: parts.isStopping,
    database: db.ping,
    others: {
      storage: uploads.check,
      disk: parts.diskSpace.check,
      ...(config.redisUrl !== null && { redis: bus.check }),
      ...(parts.backups && { backups: parts.backups.check }),
    },
  });
  visitorRoutes(api, { visitors, addressOf: (c) => clientAddress(c, config.trustProxy) });
  docsRoutes(api, { publicUrl: config.publicUrl, settings });
  identity.routes(api);
  uploads.routes(api);
  userRoutes(api, { db, features });
  ownUserRoutes(api, { db, portraits: uploads.portraits, readUser: identity.readUser });
  const trading = {
    db,
    log,
    publish,
    onChange: agreements.listingChanged,
    bumpCooldownHours: config.bumpCooldownHours,
    features,
    onPhotos: photoMatches.onPhotos,
    discardPhotos: photoMatches.discardPhotos,
  };
  listingRoutes(api, trading);
  wantedRoutes(api, {
    db,
    publish,
    onChange: agreements.wantedChanged,
    bumpCooldownHours: config.bumpCooldownHours,
  });
  conversationRoutes(api, conversationContext);
  dealRoutes(api, conversationContext, settings.isOn);
  vouchRoutes(api, { db, keys: identity.keys, isOn: settings.isOn, removing: removingVouches });
  offerRoutes(api, agreements.offers);
  holdRoutes(api, agreements.holds);
  itemEventRoutes(api, { db });
  blockRoutes(api, { db, publish, onBlock: agreements.endBetween });
  const reporting: Reporting = {
    ...{ db, publish, settings },
    ...reportMails,
    takeDown: {
      listing: (tx, actor, id) => removeListing({ ...trading, tx, actor }, id, 'removeAny', 'withheld'),
      wtb: (tx, _, id) => takeDownWanted({ tx, publish, onChange: agreements.wantedChanged }, id),
      async message(tx, _, id) {
        await agreements.messageRemoved(tx, id);
        await removeMessage(conversationContext, tx, id);
      },
      vouch: (tx, actor, id, reason) => removeVouch(tx, actor, { id, reason }),
    },
    putBack: {
      listing: async (tx, { ownerId, ...item }) =>
        putBackListing({ ...trading, tx }, { ...item, isSuspended: await isSuspended(tx, ownerId) }),
      wtb: async (tx, { ownerId, ...item }) =>
        putBackWanted(
          { tx, publish, onChange: agreements.wantedChanged },
          { ...item, isSuspended: await isSuspended(tx, ownerId) },
        ),
      message: (tx, item) => putBackMessage(conversationContext, tx, item),
      vouch: putBackVouch,
    },
    async suspend(tx, personId, until) {
      const hasAccount = await identity.suspend(tx, personId, until);
      await agreements.endAllOf(tx, personId);
      return hasAccount;
    },
    endSuspension: identity.endSuspension,
    images: uploads.chatImages,
    discardPhotos: photoMatches.discardPhotos,
    refreshWithheld: uploads.refreshWithheld,
  };
  reportRoutes(api, reporting);
  visitorReportRoutes(api, {
    ...reporting,
    limits: parts.limits,
    addressOf: (c) => clientAddress(c, config.trustProxy),
  });
  confirmReportPage(parts.app, reporting);
  appealPages(parts.app, reporting);
  warningRoutes(api, { db });
  businessRoutes(api, { db });
  adminLogRoutes(api, { db });
  settingsRoutes(api, { db, settings, pictures: uploads.instancePictures });
  parts.setup.routes(api);
  inviteRoutes(api, { db, publicUrl: config.publicUrl });
  textPageRoutes(api, settings);
  metricsRoutes(api, metrics);
  matching.routes(api);
  notifications.routes(api);
  personalDataRoutes(api, {
    db,
    instanceName: () => settings.current().name,
    confirm: identity.confirmDeletion,
    parts: [
      blocksPart({ db }),
      // Before conversations, to lock in the order that offers and holds do: item first, then conversation.
      holdsPart(agreements.holds),
      dealsPart(conversationContext),
      offersPart(agreements.offers),
      conversationsPart(conversationContext),
      // After conversations, whose messages refer to deals, and before listings, to which deals refer.
      vouchesPart({ db }),
      matchingPart({ db }),
      notificationsPart({ db }),
      listingsPart({ db, publish }),
      photoMatches.personalData,
      wantedPart({ db, publish }),
      // After listings and conversations, to lock in the order that filing a report does: subject first, then report.
      reportsPart({ db, discardPhotos: photoMatches.discardPhotos }),
      uploads.personalData,
      businessPart({ db }),
      profilePart({ db, publish }),
      identity.personalData,
    ],
  });
}
