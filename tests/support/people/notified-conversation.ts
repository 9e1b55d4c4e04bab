import { onTestFinished } from 'vitest';
import { markRead } from '../../../server/src/conversations/mark-read.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { onReceived } from '../../../server/src/conversations/received.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { createAwayNotifier } from '../../../server/src/notifications/notify-away.ts';
import { notifyUnread } from '../../../server/src/notifications/notify-unread.ts';
import { notificationRoutes } from '../../../server/src/notifications/routes.ts';
import { unsubscribePages } from '../../../server/src/notifications/unsubscribe-pages.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Ctx } from '../../../server/src/platform/core/ctx.ts';
import { unauthorized } from '../../../server/src/platform/core/errors.ts';
import { unlimited } from '../../../server/src/platform/core/limits.ts';
import type { Database, Tx } from '../../../server/src/platform/db/database.ts';
import { createApp } from '../../../server/src/platform/http/app.ts';
import { createApi } from '../../../server/src/platform/http/endpoint.ts';
import { type Mail, type RenderedMail, renderMail } from '../../../server/src/platform/mail/mailer.ts';
import { singleNode } from '../../../server/src/platform/nodes/bus.ts';
import type { PushService } from '../../../server/src/platform/push/push-service.ts';
import { startPushPeer } from '../peers/push-peer.ts';
import { addListing, addMember } from './market.ts';
import { storeConversation } from './stored-conversation.ts';

const PUBLIC_URL = 'https://shop.example';

/** Adds an account for a member, with the session named in their `Actor`. */
export async function addSession(db: Database, { id, username, sessionId }: Actor): Promise<void> {
  const at = new Date();
  await db.transact(async ({ q, t }) => {
    const account = {
      id,
      email: `${id}@example.com`,
      confirmedAt: at,
      promisedUsername: username,
      userMetadata: {},
    };
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
export async function startNotifiedConversation(db: Database, parts: Partial<Ctx> = {}) {
  const peer = await startPushPeer();
  onTestFinished(peer.close);
  const mails: RenderedMail[] = [];
  const connected = new Set<string>();
  const members: [Actor, Actor] = [await addMember(db, 'marlow'), await addMember(db, 'odile')];
  const chat = await storeConversation(db, { members });
  const { ctx } = chat;
  const { publish } = ctx;
  Object.assign(ctx, {
    config: { ...ctx.config, publicUrl: PUBLIC_URL, securityContact: 'mailto:operator@example.com' },
    deriveKey: () => new Uint8Array(32).fill(7),
    edges: { pushNetwork: peer.network },
    metrics: { ...ctx.metrics, ofPushes: (push: PushService) => push },
    hub: { publish, isConnected: (id: string) => connected.has(id) },
    nodes: { publish, bus: singleNode, onPublished: () => undefined },
    onClose: () => undefined,
    mailer: {
      async post(_: Tx, mail: Mail): Promise<void> {
        mails.push(renderMail(ctx.settings.current(), PUBLIC_URL, mail));
      },
    },
    ...parts,
  });
  const notifyAway = createAwayNotifier(ctx);
  /** Pending pushes: they run after the commit, so tests must wait for them. */
  const pushing: Promise<void>[] = [];
  onReceived(ctx, (received) => {
    const pushed = notifyAway(received);
    pushing.push(pushed);
    return pushed;
  });
  for (const person of [chat.buyer, chat.seller]) await addSession(db, person);

  const app = createApp(ctx.log);
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
    ...{ ...chat, db, app, peer, mails, connected, call },
    /** Resolves when the immediate pushes for `count` messages are done. */
    async settled(count: number): Promise<void> {
      while (pushing.length < count) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all(pushing);
    },
    subscribe: (as: Actor, path: string) =>
      call(as, 'PUT', '/api/notifications/subscription', peer.subscription(path)),
    /** Lets the seller read the whole conversation. */
    read: () => markRead(ctx, chat.seller, { conversationId: chat.id }),
    /** Runs the job that notifies of unread messages, as if it were `msFromNow` later. */
    notifyUnreadLater: (msFromNow = 120_000) => notifyUnread(ctx, new Date(Date.now() + msFromNow)),
    /** Opens another conversation with the seller. */
    async openAnother(title: string) {
      const listingId = await addListing(db, chat.seller.id, { title });
      const about = { sellerId: chat.seller.id, listingId, isWTB: false };
      const { conversation } = await openConversation(ctx, chat.buyer, about);
      const send = { conversationId: conversation.id, type: 'text' as const };
      return {
        id: conversation.id,
        send: (content: string) =>
          sendMessage(ctx, chat.buyer, { ...send, clientId: crypto.randomUUID(), content }),
      };
    },
  };
}
