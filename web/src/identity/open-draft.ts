import type { Draft } from '../lib/draft.ts';
import { session } from './session.ts';

/**
 * The form of a draft is open, until what this returns is called.
 * @param isEdit what is given up of a change is not kept: it would come back over what is newer. When the session has
 * ended under it, it was not given up.
 */
export function openDraft(draft: Pick<Draft<unknown>, 'opened' | 'clear'>, isEdit: boolean): () => void {
  const closed = draft.opened();
  return () => {
    closed();
    if (isEdit && session.getState().user) draft.clear();
  };
}
