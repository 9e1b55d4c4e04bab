import { createStore } from 'zustand/vanilla';
import { keepOpenDrafts } from './draft.ts';
import { instance } from './instance.ts';

/** Why this page should be reloaded: the server has a newer client, or a chunk of this one could not be loaded. */
export const outdated = createStore((): 'newer' | 'incomplete' | null => null);

/** Asks the server whether it still serves the client of this page. */
export async function checkRelease(): Promise<void> {
  if (!instance.build) return;
  const answer = await fetch('/api/health').catch(() => null);
  if (!answer?.ok) return;
  const { build } = (await answer.json().catch(() => ({}))) as { build?: string | null };
  // Also without the JSON that was due, as from a captive portal.
  if (!build) return;
  if (build !== instance.build) outdated.setState('newer', true);
  // The server is back to this page's client, as after a rollback.
  else if (outdated.getState() === 'newer') outdated.setState(null, true);
}

/** A chunk could not be loaded: a newer client has replaced it, or the connection is gone. */
export function partMissing(): void {
  outdated.setState(outdated.getState() ?? 'incomplete', true);
  void checkRelease();
}

/** Reloads the page. Drafts are stored, and open forms open again. */
export function reloadPage(): void {
  keepOpenDrafts();
  location.reload();
}
