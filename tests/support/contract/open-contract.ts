import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createAgreements } from '../../../server/src/agreements.ts';
import { readConfig } from '../../../server/src/config.ts';
import { createConversationContext } from '../../../server/src/conversations/create-context.ts';
import { unlimited } from '../../../server/src/core/limits.ts';
import { noPublish } from '../../../server/src/core/publish.ts';
import type { Database } from '../../../server/src/db/database.ts';
import { createApp } from '../../../server/src/http/app.ts';
import { createApi } from '../../../server/src/http/endpoint.ts';
import { createIdentity } from '../../../server/src/identity/identity.ts';
import { createMatching } from '../../../server/src/matching/matching.ts';
import { singleNode } from '../../../server/src/nodes/bus.ts';
import { createNotifications } from '../../../server/src/notifications/notifications.ts';
import { uninstrumented } from '../../../server/src/observability/instrumentation.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { createMetrics } from '../../../server/src/observability/metrics/metrics.ts';
import { createPhotoMatches } from '../../../server/src/photo-matches/photo-matches.ts';
import { createPushService } from '../../../server/src/push/push-service.ts';
import { createVisitors } from '../../../server/src/realtime/visitor-streams.ts';
import { createReportLinks } from '../../../server/src/reports/links.ts';
import { registerRoutes } from '../../../server/src/routes.ts';
import { openSetup } from '../../../server/src/setup/open-setup.ts';
import { createUploads } from '../../../server/src/uploads/uploads.ts';
import { ALL_FEATURES, settingsWith, UNCONFIGURED } from '../servers/features.ts';
import { makeTempDir } from '../servers/temp.ts';

export const ROLES = ['visitor', 'other', 'owner', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const PASSWORD = 'raw denim, soaked once';

const noMailer = { post: async () => undefined };

/** The whole contract on a database. */
export async function openContract(db: Database) {
  const dir = makeTempDir();
  const log = createLog('error');
  const config = readConfig({ DATA_DIR: dir.path, AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'off' });
  const app = createApp(log);
  const identity = await createIdentity({
    config,
    db,
    log,
    settings: UNCONFIGURED,
    mailer: noMailer,
    givePicture: async () => undefined,
    calls: unlimited,
  });
  const uploads = createUploads({ config, db, log, urlKey: new Uint8Array(32) });
  const photoMatches = createPhotoMatches({ db, log, uploads });
  const conversationContext = createConversationContext(db, noPublish, {
    images: uploads.chatImages,
    limitsNewcomers: false,
  });
  const matching = createMatching({
    ...{ db, log, settings: UNCONFIGURED, publish: noPublish, mailer: noMailer, publicUrl: config.publicUrl },
    mailKey: new Uint8Array(32),
    mailAddressOf: async () => null,
    isConnected: async () => true,
  });
  const settings = {
    current: () => ({ ...settingsWith(...ALL_FEATURES), privacy: 'What is stored.' }),
    isOn: () => true,
    currency: () => 'USD',
  };
  const agreements = createAgreements({
    conversations: conversationContext,
    ...{ matching, settings, instrumentation: uninstrumented },
  });
  const visitors = createVisitors();
  const metrics = createMetrics();
  const api = createApi({
    app,
    authenticate: identity.authenticate,
    limits: unlimited,
    isOn: () => true,
    currency: () => 'USD',
    addressOf: () => 'nowhere',
  });
  identity.mount(app);
  const notifications = createNotifications({
    ...{ db, log, settings: UNCONFIGURED, mailer: noMailer, publicUrl: config.publicUrl },
    mailKey: new Uint8Array(32),
    push: createPushService(() => new Uint8Array(32).fill(1), 'mailto:operator@example.com'),
    isConnected: async () => true,
    mailAddressOf: async () => null,
    isSuspended: async () => false,
    matchMails: matching.mailSetting,
  });
  const setup = openSetup({
    ...{ config, db, log, settings: { ...settings, refresh: async () => undefined }, identity },
    limits: unlimited,
    transport: { send: async () => undefined },
    addressOf: () => 'nowhere',
    mailAddressOf: async () => 'admin@example.com',
  });
  registerRoutes(api, {
    app,
    limits: unlimited,
    reportMails: {
      ...{ mailer: noMailer, publicUrl: config.publicUrl, noticeAddressOf: async () => null },
      links: createReportLinks(config.publicUrl, () => new Uint8Array(32)),
    },
    setup,
    config,
    log,
    bus: singleNode,
    identity,
    settings: { ...settings, refresh: async () => undefined },
    uploads,
    photoMatches,
    conversationContext,
    agreements,
    matching,
    visitors,
    diskSpace: { check: async () => undefined },
    backups: null,
    notifications,
    removingVouches: { mailer: noMailer, publicUrl: config.publicUrl, mailAddressOf: async () => null },
    isStopping: () => false,
    metrics,
  });
  const http = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const call = (method: string, path: string, token?: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  /** Must run before the database is closed: background jobs still read from it. */
  async function close(): Promise<void> {
    visitors.close();
    metrics.close();
    http.close();
    http.closeAllConnections();
    await notifications.close();
    await matching.close();
    await photoMatches.close();
    await uploads.close();
    await identity.close();
    dir.remove();
  }
  return { api, call, conversationContext, agreements, authenticate: identity.authenticate, close };
}
export type Contract = Awaited<ReturnType<typeof openContract>>;

/** Signs a member up, with a session of their own. */
export async function join(db: Database, { call, authenticate }: Contract, role: Role) {
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
export type Member = Awaited<ReturnType<typeof join>>;
