import type { Problem } from '@selvedge/shared/errors';
import { toCents } from '@selvedge/shared/money';
import type { ZodType } from 'zod';
import { api, isNotFound } from './api.ts';
import { draftOf } from './draft.ts';

const IS_OTHER: Problem = {
  code: 'conflict',
  message: 'This was posted before you changed it here. Edit that one, or post again to make a second.',
};
const IS_GONE: Problem = {
  code: 'conflict',
  message: 'This was posted before, and has been removed since. Post again to make a new one.',
};

type Fields = Record<string, unknown>;

/** Whether the posted item equals what was typed, as `form` reads it; numbers in `form`'s output are cents. */
const isAsTyped = (form: ZodType<Fields>, typed: object, posted: Fields): boolean =>
  Object.entries(form.parse(typed)).every(([name, value]) =>
    typeof value === 'number'
      ? toCents(String(posted[name])) === value
      : JSON.stringify(posted[name]) === JSON.stringify(value),
  );

/**
 * Posts what is typed in a draft under one id, which is stored beside the draft. So when an answer was lost, or the tab
 * was copied with its draft, posting again finds the first item instead of making a second.
 * @param of what the draft is of, such as `listing:new`
 */
export function postingOf(ownerId: string, of: string) {
  const kept = draftOf<string>(ownerId, `${of}:posting`);
  function begun(): string {
    const id = kept.load() ?? crypto.randomUUID();
    kept.save(id);
    return id;
  }
  return {
    /** The person has started to type: from now on the draft has its id. */
    begun,
    clear: kept.clear,
    /**
     * Rejects with a `Problem`: a conflict when this was posted before and differs from what is typed now. The id is
     * then given up, so that posting once more makes a new item and nothing typed is lost.
     */
    async post<T extends Fields>(path: string, typed: object, form: ZodType<Fields>): Promise<T> {
      let posted: T;
      try {
        posted = await api<T>('POST', path, { ...typed, clientId: begun() });
      } catch (problem) {
        if (!isNotFound(problem)) throw problem;
        kept.clear();
        throw IS_GONE;
      }
      if (isAsTyped(form, typed, posted)) return posted;
      kept.clear();
      throw IS_OTHER;
    },
  };
}
