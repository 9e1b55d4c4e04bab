import { useEffect, useState } from 'react';
import { draftOf } from '../draft.ts';
import { openDraft } from './use-form-draft.ts';
import { useUser } from './use-session.ts';

/**
 * A form's input, kept in this tab until it is sent and the draft cleared.
 * @param of what the draft is for
 * @param isEdit `initial` is what an existing item has
 */
export function useTextDraft<T>(of: string, initial: T, isEdit = false) {
  const user = useUser();
  const [draft] = useState(() => draftOf<T>(user?.id ?? '', of, isEdit ? initial : undefined));
  const [typed, setTyped] = useState(() => draft.load() ?? initial);
  useEffect(() => openDraft(draft, false), [draft]);
  const change = (changed: T) => {
    setTyped(changed);
    draft.save(changed);
  };
  return [typed, change, draft] as const;
}
