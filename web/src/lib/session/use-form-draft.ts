import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Draft } from '../draft.ts';
import { session } from './session.ts';

/**
 * Marks a draft's form as open until the returned function is called.
 * @param isDropped drops the draft when the form closes; not when the form closed because the session ended
 */
export function openDraft(draft: Pick<Draft<unknown>, 'opened' | 'clear'>, isDropped: boolean): () => void {
  const closed = draft.opened();
  return () => {
    closed();
    if (isDropped && session.getState().user) draft.clear();
  };
}

/** Binds a form to its draft. @param isDropped as for `openDraft` */
export function useFormDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  draft: Pick<Draft<V>, 'opened' | 'clear' | 'save'>,
  isDropped: boolean,
): void {
  useEffect(() => {
    const stops = [
      form.subscribe({ formState: { values: true }, callback: () => draft.save(form.getValues()) }),
      openDraft(draft, isDropped),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [form, draft, isDropped]);
}
