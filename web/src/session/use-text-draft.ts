import { useEffect, useState } from 'react';
import { draftOf } from '../lib/draft.ts';
import { openDraft } from './use-form-draft.ts';
import { useUser } from './use-session.ts';

/** A form's input, stored in this tab in case the session ends while the form is open. @param of what the draft is for */
export function useTextDraft<T>(of: string, initial: T) {
  const user = useUser();
  const [draft] = useState(() => draftOf<T>(user?.id ?? '', of));
  const [typed, setTyped] = useState(() => draft.load() ?? initial);
  useEffect(() => openDraft(draft, true), [draft]);
  const change = (changed: T) => {
    setTyped(changed);
    draft.save(changed);
  };
  return [typed, change] as const;
}
