import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { MessageHit } from '@selvedge/shared/conversations/message-search';
import { api, apiList, apiPage, nextPageOf } from '../../lib/api.ts';
import { browserStorage } from '../../lib/browser-storage.ts';
import { featureLost } from '../../lib/features.ts';
import { newId } from '../../lib/new-id.ts';
import { accessToken } from '../../lib/session/session.ts';
import { createBrowserDatabase } from '../storage/browser-database.ts';
import { createIndexedDbCache } from '../storage/cache-storage.ts';
import { createDraftStorage, draftChangedBy } from '../storage/draft-storage.ts';
import { createIndexedDbOutbox } from '../storage/outbox-storage.ts';
import { createDelivered } from './inbox/delivered.ts';
import { photos } from './outbox/photo-port.ts';
import type { Ports } from './session/ports.ts';
import { createPresence } from './session/presence.ts';
import { createLiveConnection } from './session/socket.ts';
import { draftKey } from './state.ts';
import { createMessaging } from './store.ts';
import { createTyping } from './threads/typing.ts';

/** How often an idle tab checks for missed events, in case one was lost. */
const CATCH_UP_MS = 60_000;

const rest: Ports['rest'] = {
  async listConversations(filter, next) {
    const { items, headers } = await apiPage<Conversation>(next ?? `/api/conversations?filter=${filter}`);
    return { conversations: items, next: nextPageOf(headers.get('link')) };
  },
  arrange: (id, change) => api<Conversation>('PATCH', `/api/conversations/${id}`, change),
  async searchMessages(term, next) {
    const first = `/api/messages/search?${new URLSearchParams({ q: term, limit: '20' })}`;
    const { items, headers } = await apiPage<MessageHit>(next ?? first);
    return { hits: items, next: nextPageOf(headers.get('link')) };
  },
  async findAbout({ sellerId, listingId, wtbListingId }) {
    const query = listingId ? `listingId=${listingId}` : `wtbListingId=${wtbListingId}`;
    const found = await apiList<Conversation>(`/api/conversations?${query}`);
    return found.find((one) => one.buyerId === sellerId || one.sellerId === sellerId) ?? null;
  },
  openConversation: ({ sellerId, listingId, wtbListingId }) =>
    api<Conversation>('POST', '/api/conversations', {
      sellerId,
      listingId,
      wtbListingId,
      isWTB: wtbListingId !== null,
    }),
  listMessages(id, page) {
    const query = new URLSearchParams(Object.entries(page).map(([key, seq]) => [key, String(seq)]));
    return apiList<Message>(`/api/conversations/${id}/messages?${query}`);
  },
};

const live = createLiveConnection({
  url: location.origin,
  accessToken,
  receiveUnreadCount: (count) => messaging.receiveUnreadCount({ count }),
  featureLost,
});

const database = createBrowserDatabase();

/** The signed-in member's live conversations in this tab. */
export const messaging = createMessaging({
  live,
  rest,
  drafts: createDraftStorage(browserStorage, Date.now),
  outbox: createIndexedDbOutbox(database),
  cache: createIndexedDbCache(database),
  photos,
  newId,
  now: () => new Date(),
});

// The store subscribes first, so that it has applied an event before other listeners run.
live.on('message:new', messaging.receiveMessage);
live.on('message:changed', messaging.receiveChangedMessage);
live.on('conversation:changed', messaging.receiveConversation);
live.on('conversation:read', messaging.receiveReadCursor);
live.on('unread', messaging.receiveUnreadCount);
live.on('person:removed', messaging.markMemberDeleted);

// A draft typed in another tab appears here too, except in the field that has the focus.
window.addEventListener('storage', (event) => {
  const draft = browserStorage.isOf(event) ? draftChangedBy(event) : null;
  const { selection } = messaging.store.getState();
  const isTypedHere =
    document.hasFocus() &&
    document.activeElement?.tagName === 'TEXTAREA' &&
    selection !== null &&
    draftKey(selection) === draft?.key;
  if (draft && !isTypedHere) messaging.receiveDraft(draft);
});

/** Typing events, sent and received. */
export const typing = createTyping(messaging.store, live);
live.on('conversation:typing', typing.receive);
live.on('conversation:delivered', createDelivered(messaging.store, live).receive);
live.on('presence', createPresence(messaging.store).receive);

let stop: (() => void) | null = null;

/** Connects a member who has signed in. @param onSessionEnded the server no longer accepts this session */
export function startMessaging(personId: string, onSessionEnded: () => void): void {
  if (messaging.store.getState().personId === personId) return;
  stopMessaging();
  void messaging.startSession(personId);
  live.open({ ...messaging, sessionEnded: onSessionEnded });
  const catchUp = () => messaging.checkMissed();
  const onVisible = () => document.visibilityState === 'visible' && catchUp();
  const timer = setInterval(catchUp, CATCH_UP_MS);
  document.addEventListener('visibilitychange', onVisible);
  const onNetwork = () => live.networkChanged(navigator.onLine);
  window.addEventListener('online', onNetwork);
  window.addEventListener('offline', onNetwork);
  stop = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', onNetwork);
    window.removeEventListener('offline', onNetwork);
  };
}

/** Disconnects a member whose session has ended, here or in another tab. */
export function stopMessaging(): void {
  stop?.();
  stop = null;
  live.close();
  messaging.endSession();
}

/** Listens for further events on the same socket. */
export const receiveEvent = live.on;

/** Passes the refreshed token to the open socket. */
export const renewSession = live.tokenRefreshed;
