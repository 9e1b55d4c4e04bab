import type { Listing } from '@selvedge/shared/items/listings';
import { useStore } from 'zustand';
import { useFeatures } from '../../lib/features.ts';
import { chunkMissing } from '../../lib/release.ts';
import { session } from '../../lib/session/session.ts';
import { requestedSave, savedIds } from './saved-ids.ts';

interface SaveToggle {
  isSaved: boolean;
  toggle(): void;
}

/** The viewer's toggle for a listing: null where they cannot save it, such as their own. */
export function useSaved({ id, sellerId }: Pick<Listing, 'id' | 'sellerId'>): SaveToggle | null {
  const isOwn = useStore(session, ({ user }) => user?.id === sellerId);
  const { saved: canSave } = useFeatures();
  const isSaved = useStore(savedIds, (ids) => ids.has(id));
  if (isOwn || !canSave) return null;
  return {
    isSaved,
    toggle() {
      const { status } = session.getState();
      if (status === 'signed-out') requestedSave.setState(id, true);
      // Loaded before, with the live connection.
      if (status === 'signed-in')
        void import('./change-saved.ts').then(({ changeSaved }) => changeSaved(id, !isSaved), chunkMissing);
    },
  };
}
