import { messaging, receiveEvent, startMessaging, stopMessaging } from '../conversations/store/messaging.ts';
import { loadSavedIds } from '../items/saved/change-saved.ts';
import { unauthorized } from '../lib/api.ts';
import { resumeNotices } from '../notifications/browser-notices.ts';
import { loadToaster } from '../ui/toast.ts';
import { startLiveBlocks } from './live-blocks.ts';
import { startLiveConversations } from './live-conversations.ts';
import { startLiveHolds } from './live-holds.ts';
import { startLiveImports } from './live-imports.ts';
import { startLiveItemEvents } from './live-item-events.ts';
import { startLiveMatches } from './live-matches.ts';
import { startLiveNotices } from './live-notices.ts';
import { startLiveSaved } from './live-saved.ts';
import { startLiveSearches } from './live-searches.ts';
import { type LiveSource, memberSource } from './live-source.ts';
import { startLiveUpdates } from './live-updates.ts';
import { startLiveUser } from './live-user.ts';
import { startLiveWarnings } from './live-warnings.ts';

/** What a member's live connection updates besides messages. */
interface Listeners {
  startPages(source: LiveSource): void;
  unreadChanged(count: number): void;
}

/** After the page's own requests. */
const TOASTER_DELAY_MS = 3_000;

let isListening = false;

function listen({ startPages, unreadChanged }: Listeners): void {
  if (isListening) return;
  const source = memberSource(receiveEvent, messaging);
  startPages(source);
  startLiveConversations(source, messaging);
  startLiveMatches(source);
  startLiveBlocks(receiveEvent, messaging);
  startLiveHolds(source);
  startLiveItemEvents(source);
  startLiveNotices(receiveEvent);
  startLiveSearches(source);
  startLiveImports(source);
  startLiveUpdates(source, messaging);
  startLiveSaved(source);
  startLiveUser(source);
  startLiveWarnings(receiveEvent);
  messaging.store.subscribe(({ unread }) => unreadChanged(unread));
  isListening = true;
}

/** Connects a member; null disconnects the current one. */
export function connectMember(id: string | null, listeners: Listeners): void {
  stopMessaging();
  if (id === null) return;
  listen(listeners);
  startMessaging(id, unauthorized);
  // Not only once connected: some networks block sockets.
  void loadSavedIds();
  void resumeNotices(id);
  // The session may be ended elsewhere before anything is pressed here, which is to be said at once.
  setTimeout(loadToaster, TOASTER_DELAY_MS);
}
