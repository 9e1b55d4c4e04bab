import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { DEFAULTS, type Features, isFeatureOn } from '@selvedge/shared/instance-settings';
import type { NewListing } from '@selvedge/shared/listings';
import type { EventName } from '@selvedge/shared/realtime';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { adminLogRoutes } from '../../../server/src/admin-log/routes.ts';
import { blockRoutes } from '../../../server/src/blocks/routes.ts';
import { createConversationContext } from '../../../server/src/conversations/create-context.ts';
import { putBackMessage } from '../../../server/src/conversations/put-back-message.ts';
import { removeMessage } from '../../../server/src/conversations/remove-message.ts';
import type { Actor } from '../../../server/src/core/actor.ts';
import { unauthorized } from '../../../server/src/core/errors.ts';
import { unlimited } from '../../../server/src/core/limits.ts';
import { noPublish, type Publish } from '../../../server/src/core/publish.ts';
import type { Database } from '../../../server/src/db/database.ts';
import { openDatabase } from '../../../server/src/db/open.ts';
import { dealRoutes } from '../../../server/src/deals/routes.ts';
import { closeApi, createApp } from '../../../server/src/http/app.ts';
import { createApi } from '../../../server/src/http/endpoint.ts';
import { putBackListing } from '../../../server/src/listings/put-back-listing.ts';
import { removeListing } from '../../../server/src/listings/remove-listing.ts';
import { listingRoutes } from '../../../server/src/listings/routes.ts';
import { type Mail, type RenderedMail, renderMail } from '../../../server/src/mail/mailer.ts';
import { uninstrumented } from '../../../server/src/observability/instrumentation.ts';
import { createLog, type Logger } from '../../../server/src/observability/log.ts';
import { createPhotoMatches } from '../../../server/src/photo-matches/photo-matches.ts';
import { appealPages } from '../../../server/src/reports/appeals/pages.ts';
import type { Reporting } from '../../../server/src/reports/context.ts';
import { createReportLinks } from '../../../server/src/reports/links.ts';
import { reportRoutes } from '../../../server/src/reports/routes.ts';
import { confirmReportPage, visitorReportRoutes } from '../../../server/src/reports/visitors/routes.ts';
import { warningRoutes } from '../../../server/src/reports/warnings/routes.ts';
import { settingsRoutes } from '../../../server/src/settings/routes.ts';
import type { S3Settings } from '../../../server/src/uploads/s3-settings.ts';
import { createUploads } from '../../../server/src/uploads/uploads.ts';
import { userRoutes } from '../../../server/src/users/routes.ts';
import { putBackVouch } from '../../../server/src/vouches/put-back-vouch.ts';
import { removeVouch } from '../../../server/src/vouches/remove-vouch.ts';
import { vouchRoutes } from '../../../server/src/vouches/routes.ts';
import { putBackWanted } from '../../../server/src/wanted/put-back-wanted.ts';
import { wantedRoutes } from '../../../server/src/wanted/routes.ts';
import { takeDownWanted } from '../../../server/src/wanted/take-down.ts';
import { ALL_FEATURES, settingsWith, UNCONFIGURED } from '../servers/features.ts';
import { addPerson } from './market.ts';

interface Call {
  as?: Actor;
  /** Sent as JSON. */
  json?: unknown;
  body?: NonNullable<RequestInit['body']>;
  headers?: Record<string, string>;
}

interface SentEvent {
  /** The recipient's id; missing for a public event. */
  to?: string;
  event: EventName;
  payload: unknown;
}

const KID = 'the key of the shop';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-shop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A request body of `NewListing` before it is parsed. */
export type ListingInput = z.input<typeof NewListing>;

interface ShopOptions {
  bumpCooldownHours?: number;
  /** The bucket for pictures; by default they are stored in the data folder. */
  s3?: S3Settings | null;
  /** Whether photos are compared with those of other members. */
  comparesPhotos?: boolean;
  /** The features that are switched on; by default all are. */
  features?: () => Features;
  log?: Logger;
}

/**
 * Serves the listings, WTBs, profiles, deals, vouches and pictures of the product over HTTP, until the running test ends. A
 * member's token is their session id.
 */
export function openShop(
  db: Database,
  {
    bumpCooldownHours = 24,
    s3 = null,
    features = () => settingsWith(...ALL_FEATURES).features,
    comparesPhotos = false,
    log = createLog('error'),
  }: ShopOptions = {},
) {
  const dataDir = makeFolder();
  const app = createApp(log, uninstrumented, true);
  const events: SentEvent[] = [];
  const people = new Map<string, Actor>();
  const api = createApi({
    app,
    authenticate: async (token) => {
      const actor = people.get(token);
      if (!actor) throw unauthorized();
      return actor;
    },
    limits: unlimited,
    isOn: (feature) => isFeatureOn(features(), feature),
    currency: () => 'USD',
    addressOf: () => 'nowhere',
  });
  const uploads = createUploads({ config: { dataDir, s3 }, db, log, urlKey: new Uint8Array(32) });
  uploads.mount(app);
  uploads.routes(api);
  userRoutes(api, { db, features });
  const publish: Publish = {
    ...noPublish,
    toEveryone: (event, payload) => void events.push({ event, payload }),
    toPerson: (to, event, payload) => void events.push({ to, event, payload }),
  };
  const photoMatches = comparesPhotos ? createPhotoMatches({ db, log, uploads }) : null;
  const listingContext = {
    ...{ db, log, publish, bumpCooldownHours, features },
    onPhotos: photoMatches?.onPhotos,
    discardPhotos: photoMatches?.discardPhotos ?? uploads.discard,
  };
  listingRoutes(api, listingContext);
  wantedRoutes(api, { db, publish, bumpCooldownHours });
  blockRoutes(api, { db, publish });
  const suspended: string[] = [];
  const mails: RenderedMail[] = [];
  const removing = {
    mailer: {
      post: async (_: unknown, mail: Mail) =>
        void mails.push(renderMail(UNCONFIGURED.current(), 'https://shop.example', mail)),
    },
    publicUrl: 'https://shop.example',
    mailAddressOf: async (_: unknown, id: string) => `${id}@example.com`,
  };
  const reporting: Reporting = {
    ...{ db, publish, settings: UNCONFIGURED, mailer: removing.mailer, publicUrl: removing.publicUrl },
    noticeAddressOf: removing.mailAddressOf,
    links: createReportLinks(removing.publicUrl, (purpose) => Buffer.from(purpose.padEnd(32))),
    takeDown: {
      listing: (tx, actor, id) =>
        removeListing({ ...listingContext, tx, actor }, id, 'removeAny', 'withheld'),
      wtb: (tx, _, id) => takeDownWanted({ tx, publish }, id),
      message: (tx, _, id) => removeMessage({ publish, images: uploads.chatImages }, tx, id),
      vouch: (tx, actor, id, reason) => removeVouch(tx, actor, { id, reason }),
    },
    putBack: {
      listing: (tx, item) => putBackListing({ ...listingContext, tx }, { ...item, isSuspended: false }),
      wtb: (tx, item) => putBackWanted({ tx, publish }, { ...item, isSuspended: false }),
      message: (tx, item) => putBackMessage({ publish, images: uploads.chatImages }, tx, item),
      vouch: putBackVouch,
    },
    suspend: async (_, userId) => {
      suspended.push(userId);
      return true;
    },
    images: uploads.chatImages,
    endSuspension: async () => undefined,
    discardPhotos: listingContext.discardPhotos,
    refreshWithheld: uploads.refreshWithheld,
  };
  reportRoutes(api, reporting);
  visitorReportRoutes(api, { ...reporting, limits: unlimited, addressOf: () => 'nowhere' });
  confirmReportPage(app, reporting);
  appealPages(app, reporting);
  warningRoutes(api, { db });
  adminLogRoutes(api, { db });
  settingsRoutes(api, {
    db,
    settings: { current: () => DEFAULTS, refresh: async () => undefined },
    pictures: uploads.instancePictures,
  });
  dealRoutes(api, createConversationContext(db, publish), (feature) => isFeatureOn(features(), feature));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  vouchRoutes(api, {
    ...{ db, removing },
    isOn: (feature) => isFeatureOn(features(), feature),
    keys: { signing: () => ({ kid: KID, privateKey }) },
  });
  closeApi(app, api);

  const authorization = (actor: Actor) => ({ authorization: `Bearer ${actor.sessionId}` });
  const call = async (method: string, path: string, { as, json, body, headers }: Call = {}) =>
    app.request(path, {
      method,
      headers: {
        ...(as && authorization(as)),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body !== undefined && { body }),
    });
  const upload = async (as: Actor | undefined, file: Blob, name = 'front.jpg') => {
    const form = new FormData();
    form.set('image', file, name);
    return call('POST', '/api/uploads/listings', { body: form, ...(as && { as }) });
  };
  const incomingFolder = join(dataDir, 'incoming');
  let http: Server | undefined;
  onTestFinished(async () => {
    http?.closeAllConnections();
    http?.close();
    await photoMatches?.close();
    await uploads.close();
  });

  return {
    app,
    db,
    api,
    uploads,
    /** Resolves when all new photos have been compared. */
    photosCompared: () => photoMatches?.kick(),
    photoMatches,
    dataDir,
    /** All published events, in order. */
    events: events,
    /** All posted mails, in order. */
    mails,
    /** The keys that verify signed vouches. */
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KID, alg: 'ES256' }] },
    /** Ids of the suspended members, in order. */
    suspended,
    authorization,
    call,
    upload,
    /** Temporary upload files still on disk. */
    temporaryFiles: () =>
      statSync(incomingFolder, { throwIfNoEntry: false }) ? readdirSync(incomingFolder) : [],
    async join(username: string, { isAdmin = false } = {}): Promise<Actor> {
      const actor = { ...(await addPerson(db, username)), isAdmin };
      people.set(actor.sessionId, actor);
      return actor;
    },
    /** Lets members who signed up elsewhere make calls. */
    admit(...actors: Actor[]): void {
      for (const actor of actors) people.set(actor.sessionId, actor);
    },
    /** Uploads a photo. @returns its URL. */
    async uploaded(as: Actor, file: Blob): Promise<string> {
      const response = await upload(as, file);
      if (response.status !== 201) throw new Error(`the upload was answered ${response.status}`);
      return ((await response.json()) as { url: string }).url;
    },
    /** Serves it on its own port, as `http://127.0.0.1:…`. */
    async listen(): Promise<string> {
      http = createServer(getRequestListener(app.fetch));
      const server = http;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
export type Shop = ReturnType<typeof openShop>;

/** A shop on SQLite, for tests that do not depend on the database engine. */
export async function openSqliteShop(): Promise<Shop> {
  const db = await openDatabase(`file:${join(makeFolder(), 'selvedge.db')}`, createLog('error'));
  onTestFinished(() => db.close());
  return openShop(db);
}

/** The body sent by the listing form, with these photos. */
export const listingOf = (images: string[], changes: Partial<ListingInput> = {}): ListingInput => ({
  title: 'Type II trucker, sashiko lining',
  description: 'Worn twice.',
  brand: 'Kapital',
  category: 'Outerwear',
  size: 'L',
  condition: 'Gently used',
  price: '365',
  images,
  ...changes,
});
