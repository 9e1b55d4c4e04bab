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

/** Whether what was answered says what was typed, as `form` reads it; its numbers are cents. */
const isSaid = (form: ZodType<Fields>, typed: object, posted: Fields): boolean =>
  Object.entries(form.parse(typed)).every(([name, value]) =>
    typeof value === 'number'
      ? toCents(String(posted[name])) === value
      : JSON.stringify(posted[name]) === JSON.stringify(value),
  );

/**
 * How what a draft becomes is posted: under one id, which is kept beside the draft. When an answer was lost, or the tab
 * was copied with what is typed in it, posting again finds what is there.
 * @param of what the draft is of: `listing:new`.
 */
export function postingOf(ownerId: string, of: string) {
  const kept = draftOf<string>(ownerId, `${of}:posting`);
  function begun(): string {
    const id = kept.load() ?? crypto.randomUUID();
    kept.save(id);
    return id;
  }
  return {
    /** Something is typed: from now on it has its id. */
    begun,
    clear: kept.clear,
    /**
     * Rejects with a `Problem`: a conflict when this was posted before and that is not what is typed now. Posted once
     * more it is another, so that nothing that is typed is lost.
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
      if (isSaid(form, typed, posted)) return posted;
      kept.clear();
      throw IS_OTHER;
    },
  };
}
