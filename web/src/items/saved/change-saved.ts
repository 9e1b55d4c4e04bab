import { apiList, apiSend } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { session } from '../../lib/session/session.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { savedIds } from './saved-ids.ts';

interface Change {
  isSaved: boolean;
  done: Promise<unknown>;
}
/** The newest change of each listing that the server has not answered yet. */
const changes = new Map<string, Change>();
/** What has changed since the ids were last requested: their response may be older. */
let recent = new Map<string, boolean>();
let areLoaded = false;

session.subscribe(({ user }, before) => {
  if (user?.id === before.user?.id) return;
  areLoaded = false;
  recent = new Map();
  savedIds.setState(new Set(), true);
});

const withChange = (ids: ReadonlySet<string>, listingId: string, isSaved: boolean): Set<string> => {
  const changed = new Set(ids);
  if (isSaved) changed.add(listingId);
  else changed.delete(listingId);
  return changed;
};

function show(listingId: string, isSaved: boolean): void {
  recent.set(listingId, isSaved);
  savedIds.setState((ids) => withChange(ids, listingId, isSaved), true);
}

/** An event of this member, perhaps from another tab. It may be older than a change that is on its way. */
export function savedReceived({ listingId, isSaved }: { listingId: string; isSaved: boolean }): void {
  if (!changes.has(listingId)) show(listingId, isSaved);
}

/** Loads the ids; changes that are on their way, or were made meanwhile, win. */
export async function loadSavedIds(): Promise<void> {
  const { user } = session.getState();
  if (!user || !instance.features.saved) return;
  const since = new Map([...changes].map(([listingId, { isSaved }]) => [listingId, isSaved]));
  recent = since;
  // The next connection, or page, loads them again.
  const loaded = await apiList<string>('/api/saved/ids').catch(() => null);
  if (!loaded || recent !== since || session.getState().user?.id !== user.id) return;
  let ids: ReadonlySet<string> = new Set(loaded);
  for (const [listingId, isSaved] of since) ids = withChange(ids, listingId, isSaved);
  savedIds.setState(ids, true);
  areLoaded = true;
}

/** Fills the hearts of listings that the server has just sent as saved, until all ids are loaded. */
export function savedListed(listed: readonly { id: string }[]): void {
  if (areLoaded) return;
  for (const { id } of listed) {
    if (!recent.has(id)) savedIds.setState((ids) => withChange(ids, id, true), true);
  }
}

/**
 * Shows a change at once, and takes it back with a message if the server refuses. The changes of a listing are sent in
 * their order.
 */
export async function changeSaved(listingId: string, isSaved: boolean): Promise<void> {
  const before = changes.get(listingId)?.done;
  const path = `/api/listings/${encodeURIComponent(listingId)}/saved`;
  const call = Promise.resolve(before).then(() => apiSend(isSaved ? 'PUT' : 'DELETE', path));
  const change: Change = { isSaved, done: call.catch(() => undefined) };
  const isNewest = () => changes.get(listingId) === change;
  changes.set(listingId, change);
  show(listingId, isSaved);
  try {
    await call;
  } catch (error) {
    if (isNewest()) show(listingId, !isSaved);
    showFailure(error, isSaved ? 'Failed to save this item' : 'Failed to remove this item');
  } finally {
    if (isNewest()) changes.delete(listingId);
  }
}
