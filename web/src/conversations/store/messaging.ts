import type { Conversation, Message } from '@selvedge/shared/conversations';
import type { MessageHit } from '@selvedge/shared/message-search';
import { api, apiList, apiPage, nextPageOf } from '../../lib/api.ts';
import { accessToken } from '../../session/session.ts';
import { createBrowserDatabase } from '../storage/browser-database.ts';
import { createIndexedDbCache } from '../storage/cache-storage.ts';
import { createDraftStorage, draftChangedBy } from '../storage/draft-storage.ts';
import { createIndexedDbOutbox } from '../storage/outbox-storage.ts';
import { createDelivered } from './delivered.ts';
import { photos } from './photo-port.ts';
import type { Ports } from './ports.ts';
import { createPresence } from './presence.ts';
import { createLiveConnection } from './socket.ts';
import { draftKey } from './state.ts';
import { createMessaging } from './store.ts';
import { createTyping } from './typing.ts';

/** How often a quiet tab asks whether it has missed something, in case an event was lost on its way. */
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

const live = createLiveConnection({ url: location.origin, accessToken });

const database = createBrowserDatabase();

/** The signed-in person's live conversations in this tab. */
export const messaging = createMessaging({
  live,
  rest,
  drafts: createDraftStorage(localStorage, Date.now),
  outbox: createIndexedDbOutbox(database),
  kept: createIndexedDbCache(database),
  photos,
  newId: () => crypto.randomUUID(),
  now: () => new Date(),
});

// The store listens first: when other listeners run, it has taken in the event.
live.hear('message:new', messaging.messageArrived);
live.hear('message:changed', messaging.messageChanged);
live.hear('conversation:changed', messaging.conversationChanged);
live.hear('conversation:read', messaging.readMoved);
live.hear('unread', messaging.unreadCounted);
live.hear('person:removed', messaging.personRemoved);

// A draft typed in another tab shows here too, except in the field that has the focus here.
window.addEventListener('storage', (event) => {
  const told = event.storageArea === localStorage ? draftChangedBy(event) : null;
  const { selection } = messaging.store.getState();
  const isTypedHere =
    document.hasFocus() &&
    document.activeElement?.tagName === 'TEXTAREA' &&
    selection !== null &&
    draftKey(selection) === told?.key;
  if (told && !isTypedHere) messaging.textTypedElsewhere(told);
});

/** Typing events, to this person and from them. */
export const typing = createTyping(messaging.store, live);
live.hear('conversation:typing', typing.told);
live.hear('conversation:delivered', createDelivered(messaging.store, live).told);
live.hear('presence', createPresence(messaging.store).told);

let stop: (() => void) | null = null;

/** Connects a person who has signed in. @param onSessionEnded the server no longer accepts this session */
export function startMessaging(personId: string, onSessionEnded: () => void): void {
  if (messaging.store.getState().personId === personId) return;
  stopMessaging();
  void messaging.personArrived(personId);
  live.open({ ...messaging, sessionEnded: onSessionEnded });
  const catchUp = () => messaging.checked();
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

/** Disconnects a person whose session has ended, here or in another tab. */
export function stopMessaging(): void {
  stop?.();
  stop = null;
  live.close();
  messaging.personLeft();
}

/** Listens for further events on the same socket. */
export const receiveEvent = live.hear;

/** Hands the refreshed token to the open socket. */
export const renewSession = live.tokenRefreshed;
