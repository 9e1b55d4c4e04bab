import type { Problem } from '@selvedge/shared/errors';
import { toCents } from '@selvedge/shared/money';
import type { ZodType } from 'zod';
import { api, isNotFound } from './api.ts';
import { draftOf } from './draft.ts';

/** Toast when the item was posted before it was changed in the form. From then on the form edits that item. */
export const IS_OTHER = [
  'This was already posted, without your latest changes',
  'Save your changes to it here, or cancel to leave it as it is.',
] as const;
const IS_GONE = 'This was posted earlier and has since been removed.';

type Fields = Record<string, unknown>;

interface Posted<T> {
  /** The item as the server has it now. */
  posted: T;
  /** Whether it equals what was sent. */
  isAsTyped: boolean;
}

/** Whether the posted item equals what was typed, as `form` reads it; numbers in `form`'s output are cents. */
const equalsTyped = (form: ZodType<Fields>, typed: object, posted: Fields): boolean =>
  Object.entries(form.parse(typed)).every(([name, value]) =>
    typeof value === 'number'
      ? toCents(String(posted[name])) === value
      : JSON.stringify(posted[name]) === JSON.stringify(value),
  );

/**
 * Posts what is typed in a draft under one id, which is stored beside the draft. So when an answer was lost, or the tab
 * was copied with its draft, posting again finds the first item instead of making a second.
 * @param of what the draft is of, such as `listing:new`
 * @param anew a sentence that says how to post the item again after it was removed
 */
export function postingOf(ownerId: string, of: string, anew: string) {
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
     * Rejects with a `Problem`: not_found when this was posted before and has been removed. The id is then given up, so
     * that posting once more makes a new item.
     */
    async post<T extends Fields>(path: string, typed: object, form: ZodType<Fields>): Promise<Posted<T>> {
      try {
        const posted = await api<T>('POST', path, { ...typed, clientId: begun() });
        return { posted, isAsTyped: equalsTyped(form, typed, posted) };
      } catch (problem) {
        if (!isNotFound(problem)) throw problem;
        kept.clear();
        throw { code: 'not_found', message: `${IS_GONE} ${anew}` } satisfies Problem;
      }
    },
  };
}
