import { createStore } from 'zustand/vanilla';
import { keepOpenDrafts } from './draft.ts';
import { instance } from './instance.ts';

/** Why this page should be loaded anew: the server has a newer one, or a file of this one could not be had. */
export const outdated = createStore((): 'newer' | 'incomplete' | null => null);

/** Asks the server whether it still serves the client of this page. */
export async function checkRelease(): Promise<void> {
  if (!instance.build) return;
  const answer = await fetch('/api/health').catch(() => null);
  if (!answer?.ok) return;
  const { build } = (await answer.json()) as { build: string | null };
  if (build === null) return;
  if (build !== instance.build) outdated.setState('newer', true);
  // The older one is back.
  else if (outdated.getState() === 'newer') outdated.setState(null, true);
}

/** A file of the page could not be had: it is gone with a newer client, or the connection is. */
export function partMissing(): void {
  outdated.setState(outdated.getState() ?? 'incomplete', true);
  void checkRelease();
}

/** Loads the page anew. What is typed is kept, and forms that are open are open again. */
export function renewPage(): void {
  keepOpenDrafts();
  location.reload();
}
