import { createECDH, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { expect, test } from 'vitest';
import type { Actor } from '../../server/src/actor.ts';
import { createApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import type { Conversing } from '../../server/src/conversations/context.ts';
import { createConversing } from '../../server/src/conversations/create-conversing.ts';
import { openConversation } from '../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../server/src/conversations/send-message.ts';
import type { Database } from '../../server/src/db/database.ts';
import { createApi } from '../../server/src/endpoint.ts';
import { createIdentity } from '../../server/src/identity/identity.ts';
import { unlimited } from '../../server/src/limits.ts';
import { createLog } from '../../server/src/log.ts';
import { createMatching } from '../../server/src/matching/matching.ts';
import { createMetrics } from '../../server/src/metrics/metrics.ts';
import { alone } from '../../server/src/nodes/bus.ts';
import { createNotifications } from '../../server/src/notifications/notifications.ts';
import { createPushService } from '../../server/src/notifications/push-service.ts';
import { toNobody } from '../../server/src/publish.ts';
import { fileReport } from '../../server/src/reports/file-report.ts';
import { registerRoutes } from '../../server/src/routes.ts';
import { newChatImageKey, newPhotoKey } from '../../server/src/uploads/media-key.ts';
import { mediaUrl } from '../../server/src/uploads/media-url.ts';
import { createUploads } from '../../server/src/uploads/uploads.ts';
import { createVisitors } from '../../server/src/visitors.ts';
import { describeOnBothEngines } from '../support/database.ts';
import { addListing, addPerson, addWanted } from '../support/market.ts';
import { makeTempDir } from '../support/temp.ts';

const ROLES = ['visitor', 'other', 'owner', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** What a call is made with: each role finds everything as if nobody had called before. */
interface Things {
  listingId: string;
  wantedId: string;
  /** Between the owner of the two and `other`, with one message. */
  conversationId: string;
  /** A photo in it. */
  photoMessageId: string;
  /** Begun by the owner about a listing of nobody's here, without a message. */
  emptyId: string;
  /** What `other` said. */
  messageId: string;
  ownerId: string;
  /** Somebody with whom nobody has anything to do. */
  bystanderId: string;
  /** An open report of a stranger's, of the listing. */
  reportId: string;
  /** An unused upload of who calls. */
  upload: string;
}
/** What each role is answered: visitor, other, owner, admin. */
type Row = [answers: [number, number, number, number], body?: (things: Things) => unknown];

const everybody: Row = [[200, 200, 200, 200]];
const ownersOnly = (status: number): Row[0] => [401, 403, status, 403];
const wanted = () => ({ title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' });
const listing = ({ upload }: Things) => ({
  title: 'Ring coat',
  brand: 'Kapital',
  category: 'Outerwear',
  size: 'L',
  condition: 'Used',
  price: '365',
  images: [upload],
});
const ADMINS_ONLY: Row[0] = [401, 403, 403, 200];
const TALKERS: Row[0] = [401, 200, 200, 404];

const SUBSCRIPTION = {
  endpoint: 'https://push.example.com/browser',
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: 'A'.repeat(22),
  },
};

/** Who may do what: every call of the contract stands here, with what each role is answered. */
const TABLE: Record<string, Row> = {
  'GET /api/health': everybody,
  'GET /api/ready': everybody,
  'GET /api/live': everybody,
  'GET /api/openapi.json': everybody,
  'GET /api/asyncapi.json': everybody,
  'GET /api/docs': everybody,
  // Leads to Discord, which is not set up here.
  'GET /api/login': [[404, 404, 404, 404]],
  'GET /api/listings': everybody,
  'GET /api/listings/:id': everybody,
  'GET /api/users/:username': everybody,
  'GET /api/users/:username/listings': everybody,
  'GET /api/users/:username/wtb-listings': everybody,
  'GET /api/wtb-listings': everybody,
  'GET /api/wtb-listings/:id': everybody,

  'POST /api/uploads/listings': [[401, 415, 415, 415]],
  'POST /api/listings': [[401, 201, 201, 201], listing],
  'PUT /api/listings/:id': [ownersOnly(200), listing],
  'PATCH /api/listings/:id/sold': [ownersOnly(200)],
  'PATCH /api/listings/:id/discount': [ownersOnly(200), () => ({ newPrice: '300' })],
  'PATCH /api/listings/:id/price': [ownersOnly(200), () => ({ price: '300' })],
  'PATCH /api/listings/:id/bump': [ownersOnly(200)],
  'DELETE /api/listings/:id': [ownersOnly(204)],
  'DELETE /api/admin/listings/:id': [[401, 403, 403, 204]],

  'POST /api/wtb-listings': [[401, 201, 201, 201], wanted],
  'PUT /api/wtb-listings/:id': [ownersOnly(200), wanted],
  'PUT /api/wtb-listings/:id/bump': [ownersOnly(200)],
  'PUT /api/wtb-listings/:id/fulfill': [ownersOnly(200)],
  'DELETE /api/wtb-listings/:id': [ownersOnly(204)],

  'GET /api/conversations': [[401, 200, 200, 200]],
  'POST /api/conversations': [
    [401, 200, 400, 201],
    ({ listingId, ownerId }) => ({ sellerId: ownerId, listingId, isWTB: false }),
  ],
  'PATCH /api/conversations/:id': [TALKERS, () => ({ isArchived: true, isMuted: true })],
  'GET /api/conversations/:id/messages': [TALKERS],
  // Who is none of the two is refused before the form is looked at.
  'POST /api/conversations/:id/images': [[401, 415, 415, 404]],
  'GET /api/messages/:id/image': [TALKERS],
  'GET /api/messages/search': [[401, 200, 200, 200]],
  'POST /api/messages': [
    [401, 201, 201, 404],
    ({ conversationId }) => ({ conversationId, type: 'text', content: 'Hello' }),
  ],
  'PATCH /api/messages/:id': [[401, 200, 403, 404], () => ({ content: 'Hello there' })],
  'DELETE /api/messages/:id': [[401, 200, 403, 404]],
  'GET /api/conversations/:id/events': [TALKERS],
  'POST /api/conversations/:id/mark-read': [TALKERS, () => ({})],
  'DELETE /api/conversations/:id/empty': [[401, 404, 204, 404]],

  'GET /api/blocks': [[401, 200, 200, 200]],
  'PUT /api/blocks/:userId': [[401, 204, 204, 204]],
  'DELETE /api/blocks/:userId': [[401, 204, 204, 204]],
  'POST /api/reports': [
    [401, 201, 400, 201],
    ({ listingId }) => ({ subject: 'listing', id: listingId, reason: 'scam' }),
  ],
  'GET /api/admin/reports': [ADMINS_ONLY],
  'POST /api/admin/reports/:id/resolve': [[401, 403, 403, 204], () => ({ action: 'dismiss' })],
  'GET /api/admin/log': [ADMINS_ONLY],
  'GET /api/admin/figures': [ADMINS_ONLY],
  'GET /api/demand': [[401, 200, 200, 200]],
  'GET /api/matches': [[401, 200, 200, 200]],
  'POST /api/matches/seen': [[401, 204, 204, 204], ({ listingId }) => ({ ids: [listingId] })],
  'GET /api/wtb-listings/:id/matches': [[401, 404, 200, 404]],

  'GET /api/notifications/key': everybody,
  'PUT /api/notifications/subscription': [[401, 204, 204, 204], () => SUBSCRIPTION],
  'DELETE /api/notifications/subscription': [
    [401, 204, 204, 204],
    () => ({ endpoint: SUBSCRIPTION.endpoint }),
  ],
  'GET /api/notifications/settings': [[401, 200, 200, 200]],
  'PUT /api/notifications/settings': [
    [401, 200, 200, 200],
    () => ({ messagesByMail: true, messagesByPush: true, matchesByMail: true }),
  ],

  'GET /api/auth/user': [[401, 200, 200, 200]],
  'POST /api/auth/signup': [
    [200, 200, 200, 200],
    () => ({ email: `${randomUUID()}@example.com`, password: 'raw denim, soaked once' }),
  ],
  'PATCH /api/auth/user': [[401, 200, 200, 200], () => ({ username: `member${randomUUID().slice(0, 8)}` })],
  'POST /api/auth/user/profile-image': [[401, 200, 200, 200], () => ({ profileImageUrl: null })],
  // Of those who have not signed in with Discord nothing is taken over.
  'POST /api/auth/sync-discord': [[401, 403, 403, 403], () => ({ discord_id: '80351110224678912' })],
  'GET /api/auth/export': [[401, 200, 200, 200]],
  // Without a proof nobody deletes even their own account.
  'DELETE /api/auth/user': [[401, 403, 403, 403], () => ({})],
  // Last: it ends the sessions.
  'POST /api/auth/signout': everybody,
};

const PASSWORD = 'raw denim, soaked once';

const toNowhere = { post: async () => undefined };

/** The whole contract on a database. */
async function openContract(db: Database) {
  const dir = makeTempDir();
  const log = createLog('error');
  const config = readConfig({ DATA_DIR: dir.path, AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'off' });
  const app = createApp(log);
  const identity = await createIdentity({
    config,
    db,
    log,
    mailer: toNowhere,
    givePicture: async () => undefined,
    calls: unlimited,
  });
  const uploads = createUploads({ config, db, log, urlKey: new Uint8Array(32) });
  const conversing = createConversing(db, toNobody, { images: uploads.chatImages, limitsNewcomers: false });
  const matching = createMatching({
    ...{ db, log, publish: toNobody, mailer: toNowhere, publicUrl: config.publicUrl },
    mailKey: new Uint8Array(32),
    mailAddressOf: async () => null,
    isConnected: async () => true,
  });
  const visitors = createVisitors();
  const metrics = createMetrics();
  const api = createApi({
    app,
    authenticate: identity.authenticate,
    limits: unlimited,
    addressOf: () => 'nowhere',
  });
  identity.mount(app);
  const notifications = createNotifications({
    ...{ db, log, mailer: toNowhere, publicUrl: config.publicUrl },
    mailKey: new Uint8Array(32),
    push: createPushService(() => new Uint8Array(32).fill(1), 'mailto:operator@example.com'),
    isConnected: async () => true,
    mailAddressOf: async () => null,
    isSuspended: async () => false,
    matchMails: matching.mailSetting,
  });
  registerRoutes(api, {
    config,
    log,
    bus: alone,
    identity,
    uploads,
    conversing,
    matching,
    visitors,
    room: { check: async () => undefined },
    notifications,
    isStopping: () => false,
    metrics,
  });
  const http = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const call = (method: string, path: string, token?: string, json?: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  /** Before the database is: some of it looks there now and then. */
  async function close(): Promise<void> {
    visitors.close();
    metrics.close();
    http.close();
    http.closeAllConnections();
    await notifications.close();
    await matching.close();
    await uploads.close();
    await identity.close();
    dir.remove();
  }
  return { api, call, conversing, authenticate: identity.authenticate, close };
}
type Contract = Awaited<ReturnType<typeof openContract>>;

/** Signs somebody up, who gets a session of their own. */
async function join(db: Database, { call, authenticate }: Contract, role: Role) {
  const email = `${role}@example.com`;
  const answer = await call('POST', '/auth/v1/signup', undefined, { email, password: PASSWORD });
  const { access_token: token, user } = (await answer.json()) as {
    access_token: string;
    user: { id: string };
  };
  const at = new Date();
  await db.transact(({ q, t }) =>
    q
      .insert(t.users)
      .values({
        id: user.id,
        username: role,
        usernameKey: role,
        isAdmin: role === 'admin',
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: t.users.id }),
  );
  return { token, actor: await authenticate(token) };
}
type Member = Awaited<ReturnType<typeof join>>;

async function makeThings(
  { db, ...ctx }: Conversing,
  { other, owner }: Record<Exclude<Role, 'visitor'>, Member>,
  stranger: Actor,
  bystander: Actor,
  caller: Member | undefined,
): Promise<Things> {
  const listingId = await addListing(db, owner.actor.id);
  const conversing = { db, ...ctx };
  const open = async (by: Member, sellerId: string, about: string) =>
    (await openConversation(conversing, by.actor, { sellerId, listingId: about, isWTB: false })).conversation
      .id;
  const conversationId = await open(other, owner.actor.id, listingId);
  const clientId = randomUUID();
  const said = { clientId, conversationId, type: 'text', content: 'Hello' } as const;
  const { id: messageId } = await sendMessage(conversing, other.actor, said);
  const reported = { subject: 'listing', id: listingId, reason: 'scam', details: null } as const;
  const { report } = await fileReport(db, stranger, reported);
  const callerId = caller?.actor.id ?? owner.actor.id;
  const createdAt = new Date();
  const key = newPhotoKey(callerId, 'front', createdAt);
  const chatKey = newChatImageKey(conversationId, 'seam', createdAt);
  const picture = { width: 3, height: 4, placeholder: 'AAAA', createdAt };
  await db.transact(({ q, t }) =>
    q
      .insert(t.uploads)
      .values([
        { ...picture, key, ownerId: callerId },
        { ...picture, key: chatKey, ownerId: other.actor.id },
      ])
      .returning({ key: t.uploads.key }),
  );
  const photo = await sendMessage(conversing, other.actor, {
    clientId: randomUUID(),
    conversationId,
    type: 'image',
    url: mediaUrl(chatKey),
  });
  return {
    listingId,
    wantedId: await addWanted(db, owner.actor.id),
    conversationId,
    messageId,
    photoMessageId: photo.id,
    emptyId: await open(owner, stranger.id, await addListing(db, stranger.id)),
    ownerId: owner.actor.id,
    bystanderId: bystander.id,
    reportId: report.id,
    upload: mediaUrl(key),
  };
}

const pathOf = (path: string, things: Things): string =>
  path
    .replace('/listings/:id', `/listings/${things.listingId}`)
    .replace('/wtb-listings/:id', `/wtb-listings/${things.wantedId}`)
    .replace(/\/:id\/empty$/, `/${things.emptyId}/empty`)
    .replace('/messages/:id/image', `/messages/${things.photoMessageId}/image`)
    .replace('/reports/:id', `/reports/${things.reportId}`)
    .replace(':userId', things.bystanderId)
    .replace('/conversations/:id', `/conversations/${things.conversationId}`)
    .replace('/messages/:id', `/messages/${things.messageId}`)
    .replace(':username', 'owner')
    .replace(/demand$/, 'demand?brand=Kapital')
    .replace(/search$/, 'search?q=hello');

describeOnBothEngines('who may do what', (openDb) => {
  test('every role is answered to every call as the table says, and no call is missing in it', {
    timeout: 60_000,
  }, async () => {
    const db = await openDb();
    const contract = await openContract(db);
    const people = {
      other: await join(db, contract, 'other'),
      owner: await join(db, contract, 'owner'),
      admin: await join(db, contract, 'admin'),
    };
    const stranger = await addPerson(db, 'stranger');
    const bystander = await addPerson(db, 'bystander');
    const registered = contract.api.endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(Object.keys(TABLE).toSorted()).toEqual(registered.toSorted());

    const make = (caller?: Member) => makeThings(contract.conversing, people, stranger, bystander, caller);
    let things = await make();
    const answered: Record<string, number[]> = {};
    const withTag = new Set<string>();
    for (const [call, [, body]] of Object.entries(TABLE)) {
      const [method = '', path = ''] = call.split(' ');
      answered[call] = [];
      for (const role of ROLES) {
        const caller = role === 'visitor' ? undefined : people[role];
        // Only a call that changes something and was let in leaves them other than they were.
        if (method !== 'GET' && caller) things = await make(caller);
        const response = await contract.call(method, pathOf(path, things), caller?.token, body?.(things));
        answered[call].push(response.status);
        if (response.headers.has('etag')) withTag.add(call);
      }
    }
    await contract.close();
    expect(answered).toEqual(Object.fromEntries(Object.entries(TABLE).map(([call, [row]]) => [call, row])));
    // The document tells of a 304 where, and only where, an answer has a tag to ask with.
    const kept = registered.filter((_, i) => contract.api.endpoints[i]?.isKept);
    expect([...withTag].toSorted()).toEqual(kept.toSorted());
  });
});
