import type { Wanted } from '@selvedge/shared/items/wanted';
import { draftOf } from '../../lib/draft.ts';
import { postingOf } from '../../lib/posting.ts';

export interface FormValues {
  title: string;
  brand: string;
  size: string;
  maxPrice: string;
  description: string;
}

const EMPTY: FormValues = { title: '', brand: '', size: '', maxPrice: '', description: '' };

const valuesOf = ({ title, brand, size, maxPrice, description }: Wanted): FormValues => ({
  title,
  brand,
  size,
  maxPrice: maxPrice.replace(/\.00$/, ''),
  description: description ?? '',
});

/** The draft of a WTB's form, which starts from the WTB itself; null is a new one, which may be filled in. */
export function wantedDraft(ownerId: string, wanted: Wanted | null, start: Partial<FormValues> = {}) {
  const of = `wtb:${wanted?.id ?? 'new'}`;
  const initial = wanted ? valuesOf(wanted) : { ...EMPTY, ...start };
  const draft = draftOf<FormValues>(ownerId, of, wanted ? initial : undefined);
  const posting = postingOf(ownerId, of, 'Post again to create a new one.');
  return {
    opened: draft.opened,
    isRestored: draft.load() !== null,
    load: (): FormValues => draft.load() ?? initial,
    save(values: FormValues): void {
      if (!wanted) posting.assignId();
      draft.save(values);
    },
    post: posting.post,
    clear(): void {
      posting.clear();
      draft.clear();
    },
  };
}
