import { useEffect, useState } from 'react';
import { draftOf } from '../draft.ts';
import { openDraft } from './use-form-draft.ts';
import { useUser } from './use-session.ts';

/**
 * A form's input, kept in this tab until it is sent and the draft cleared.
 * @param of what the draft is for
 */
export function useTextDraft<T>(of: string, initial: T) {
  const user = useUser();
  const [draft] = useState(() => draftOf<T>(user?.id ?? '', of));
  const [typed, setTyped] = useState(() => draft.load() ?? initial);
  useEffect(() => openDraft(draft, false), [draft]);
  const change = (changed: T) => {
    setTyped(changed);
    draft.save(changed);
  };
  return [typed, change, draft] as const;
}
