import { createStore } from 'zustand/vanilla';
import { storeOpenDrafts } from './draft.ts';
import { instance } from './instance.ts';

/** Why this page should be reloaded: the server has a newer client, or a chunk of this one failed to load. */
export const outdated = createStore((): 'newer' | 'incomplete' | null => null);

/** Asks the server whether it still serves this page's client. */
export async function checkRelease(): Promise<void> {
  if (!instance.build) return;
  const response = await fetch('/api/health').catch(() => null);
  if (!response?.ok) return;
  const { build } = (await response.json().catch(() => ({}))) as { build?: string | null };
  // The body may lack the build or not be JSON, for example when a captive portal responds.
  if (!build) return;
  if (build !== instance.build) outdated.setState('newer', true);
  // The server serves this page's client again, for example after a rollback.
  else if (outdated.getState() === 'newer') outdated.setState(null, true);
}

/** Reports a chunk that failed to load: a newer client has replaced it, or the connection is down. */
export function chunkMissing(): void {
  outdated.setState(outdated.getState() ?? 'incomplete', true);
  void checkRelease();
}

/** Reloads the page. Drafts are stored, and open forms reopen. */
export function reloadPage(): void {
  storeOpenDrafts();
  location.reload();
}
