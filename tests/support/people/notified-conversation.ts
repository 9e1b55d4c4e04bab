import { onTestFinished } from 'vitest';
import { markRead } from '../../../server/src/conversations/mark-read.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { createMailTokens } from '../../../server/src/members/unsubscribe/token.ts';
import { NOTIFICATION_TIMES, type NotificationDeps } from '../../../server/src/notifications/context.ts';
import { createAwayNotifier } from '../../../server/src/notifications/notify-away.ts';
import { notifyUnread } from '../../../server/src/notifications/notify-unread.ts';
import { notificationRoutes } from '../../../server/src/notifications/routes.ts';
import { unsubscribePages } from '../../../server/src/notifications/unsubscribe-pages.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { unauthorized } from '../../../server/src/platform/core/errors.ts';
import { unlimited } from '../../../server/src/platform/core/limits.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { createApp } from '../../../server/src/platform/http/app.ts';
import { createApi } from '../../../server/src/platform/http/endpoint.ts';
import { type RenderedMail, renderMail } from '../../../server/src/platform/mail/mailer.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { createPushService } from '../../../server/src/platform/push/push-service.ts';
import { startPushPeer } from '../peers/push-peer.ts';
import { UNCONFIGURED } from '../servers/features.ts';
import { addListing, addPerson } from './market.ts';
import { storeConversation } from './stored-conversation.ts';

/** Adds an account for a member, with the session named in their `Actor`. */
async function addSession(db: Database, { id, username, sessionId }: Actor): Promise<void> {
  const at = new Date();
  await db.transact(async ({ q, t }) => {
    const account = { id, email: `${username}@example.com`, promisedUsername: username, userMetadata: {} };
    await q
      .insert(t.authUsers)
      .values({ ...account, createdAt: at, updatedAt: at })
      .onConflictDoNothing()
      .returning();
    const state = { salt: '', counter: 0, delivered: 0, aal: 'aal1', amr: [] };
    await q
      .insert(t.authSessions)
      .values({ id: sessionId, userId: id, ...state, refreshedAt: at, createdAt: at })
      .returning();
  });
}

/** A conversation with notifications, and a push service and a mail server that record what they receive. */
export async function startNotifiedConversation(db: Database, parts: Partial<NotificationDeps> = {}) {
  const peer = await startPushPeer();
  onTestFinished(peer.close);
  const log = createLog('silent');
  const mails: RenderedMail[] = [];
  const connected = new Set<string>();
  const suspended = new Set<string>();
  const matchesOff = new Set<string>();
  const ctx: NotificationDeps = {
    ...{ db, log, publicUrl: 'https://shop.example', times: NOTIFICATION_TIMES },
    settings: UNCONFIGURED,
    tokens: createMailTokens(new Uint8Array(32)),
    mailer: {
      post: async (_, mail) =>
        void mails.push(renderMail(UNCONFIGURED.current(), 'https://shop.example', mail)),
    },
    push: createPushService(() => new Uint8Array(32).fill(7), 'mailto:operator@example.com', peer.network),
    isConnected: async (id) => connected.has(id),
    mailAddressOf: async (_, id) => `${id}@example.com`,
    isSuspended: async (_, id) => suspended.has(id),
    matchMails: {
      isOn: async (_, id) => !matchesOff.has(id),
      set: async (_, id, isOn) => void (isOn ? matchesOff.delete(id) : matchesOff.add(id)),
    },
    ...parts,
  };
  const notifyAway = createAwayNotifier(ctx);
  /** Pending pushes: they run after the commit, so tests must wait for them. */
  const pushing: Promise<void>[] = [];
  const chat = await storeConversation(db, {
    members: [await addPerson(db, 'marlow'), await addPerson(db, 'odile')],
    notifyAway(unread) {
      const pushed = notifyAway(unread);
      pushing.push(pushed);
      return pushed;
    },
  });
  for (const person of [chat.buyer, chat.seller]) await addSession(db, person);

  const app = createApp(log);
  const people = new Map([chat.buyer, chat.seller].map((one) => [one.sessionId, one]));
  const api = createApi({
    app,
    authenticate: async (token) => people.get(token) ?? Promise.reject(unauthorized()),
    limits: unlimited,
    isOn: () => true,
    currency: () => 'USD',
    addressOf: () => 'nowhere',
  });
  unsubscribePages(app, ctx);
  notificationRoutes(api, ctx);

  const call = async (as: Actor | null, method: string, path: string, json?: unknown) =>
    app.request(path, {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${as.sessionId}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  return {
    ...{ ...chat, conversationCtx: chat.ctx, db, ctx, app, peer, mails, connected, suspended, call },
    /** Resolves when the immediate pushes for `count` messages are done. */
    async settled(count: number): Promise<void> {
      while (pushing.length < count) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all(pushing);
    },
    subscribe: (as: Actor, path: string) =>
      call(as, 'PUT', '/api/notifications/subscription', peer.subscription(path)),
    /** Lets the seller read the whole conversation. */
    read: () => markRead(chat.ctx, chat.seller, { conversationId: chat.id }),
    /** Runs the job that notifies of unread messages, as if it were `msFromNow` later. */
    notifyUnreadLater: (msFromNow = 120_000) => notifyUnread(ctx, new Date(Date.now() + msFromNow)),
    /** Opens another conversation with the seller. */
    async openAnother(title: string) {
      const listingId = await addListing(db, chat.seller.id, { title });
      const about = { sellerId: chat.seller.id, listingId, isWTB: false };
      const { conversation } = await openConversation(chat.ctx, chat.buyer, about);
      const send = { conversationId: conversation.id, type: 'text' as const };
      return {
        id: conversation.id,
        send: (content: string) =>
          sendMessage(chat.ctx, chat.buyer, { ...send, clientId: crypto.randomUUID(), content }),
      };
    },
  };
}
