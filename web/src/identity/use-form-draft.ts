import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
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

/** What is typed into a form is its draft's. @param isEdit as for `openDraft`. */
export function useFormDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  draft: Pick<Draft<V>, 'opened' | 'clear' | 'save'>,
  isEdit: boolean,
): void {
  useEffect(() => {
    const stops = [
      form.subscribe({ formState: { values: true }, callback: () => draft.save(form.getValues()) }),
      openDraft(draft, isEdit),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [form, draft, isEdit]);
}
