import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { messageOf, problemIn } from '../lib/api.ts';

/**
 * Shows why the server refused a form: beside each field that it names, or else at `root`.
 * @param error what the call threw
 * @param otherwise the text if the server was not reached
 */
export function showFormProblem<V extends FieldValues>(
  form: UseFormReturn<V>,
  error: unknown,
  otherwise: string,
): void {
  const issues = problemIn(error)?.issues?.filter(({ path }) => path !== '') ?? [];
  for (const { path, message } of issues) {
    form.setError(path as FieldPath<V>, { message }, { shouldFocus: true });
  }
  if (issues.length === 0) form.setError('root', { message: messageOf(error, otherwise) });
}
