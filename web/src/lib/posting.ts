import type { Problem } from '@selvedge/shared/platform/errors';
import { toCents } from '@selvedge/shared/platform/money';
import type { ZodType } from 'zod';
import { api, isNotFound } from './api.ts';
import { draftOf } from './draft.ts';
import { newId } from './new-id.ts';

/** Toast when the item was posted before the form changed. From then on the form edits that item. */
export const POSTED_EARLIER = [
  'This was already posted, without your latest changes',
  'Save your changes to it here, or cancel to leave it as it is.',
] as const;
const POSTED_AND_REMOVED = 'This was posted earlier and has since been removed.';

type Fields = Record<string, unknown>;

interface Posted<T> {
  /** The item as the server has it now. */
  posted: T;
  /** Whether it equals the submitted form. */
  isAsTyped: boolean;
}

/**
 * Whether the posted item equals the form's input, as `form` parses it; numbers in `form`'s output are cents.
 */
const equalsTyped = (form: ZodType<Fields>, typed: object, posted: Fields): boolean =>
  Object.entries(form.parse(typed)).every(([name, value]) =>
    typeof value === 'number'
      ? toCents(String(posted[name])) === value
      : JSON.stringify(posted[name]) === JSON.stringify(value),
  );

/**
 * Posts a draft under one id, stored beside the draft. If a response was lost, or the tab was duplicated with
 * its draft, posting again returns the first item instead of creating a second one.
 * @param of what the draft is for, such as `listing:new`
 * @param repostHint a sentence that says how to post the item again after it was removed
 */
export function postingOf(ownerId: string, of: string, repostHint: string) {
  const storedId = draftOf<string>(ownerId, `${of}:posting`);
  function assignId(): string {
    const id = storedId.load() ?? newId();
    storedId.save(id);
    return id;
  }
  return {
    /** Assigns the draft its id, once the member has started to type. */
    assignId,
    clear: storedId.clear,
    /**
     * Rejects with a `Problem`: not_found when the item was posted before and has been removed. Discards the
     * id then, so that posting once more creates a new item.
     * @param added sent with the form, but not part of it
     */
    async post<T extends Fields>(
      path: string,
      typed: object,
      form: ZodType<Fields>,
      added: object = {},
    ): Promise<Posted<T>> {
      try {
        const posted = await api<T>('POST', path, { ...typed, ...added, clientId: assignId() });
        return { posted, isAsTyped: equalsTyped(form, typed, posted) };
      } catch (problem) {
        if (!isNotFound(problem)) throw problem;
        storedId.clear();
        throw { code: 'not_found', message: `${POSTED_AND_REMOVED} ${repostHint}` } satisfies Problem;
      }
    },
  };
}
