import type { Listing } from '@selvedge/shared/items/listings';
import { draftOf } from '../../lib/draft.ts';
import { postingOf } from '../../lib/posting.ts';
import { createPhotos, type Photo, type PhotoPorts, type Photos, storedPreview } from './photos.ts';

export interface FormValues {
  title: string;
  brand: string;
  description: string;
  category: string;
  size: string;
  condition: string;
  price: string;
}

const EMPTY: FormValues = {
  title: '',
  brand: '',
  description: '',
  category: '',
  size: '',
  condition: '',
  price: '',
};

interface StoredForm {
  values: FormValues;
  /** The uploaded photos. */
  photos: Photo[];
  /** File names of the photos that were not uploaded. */
  lost: string[];
}

/** The form's content for an existing listing. */
const filled = ({
  title,
  brand,
  description,
  category,
  size,
  condition,
  price,
  images,
}: Listing): StoredForm => ({
  values: { title, brand, description: description ?? '', category, size, condition, price },
  photos: images.map((url) => ({
    id: url,
    name: title,
    preview: storedPreview(url),
    state: { kind: 'sent', url },
  })),
  lost: [],
});

/**
 * What the draft stores about the photos: the uploaded ones, with previews from the server, and the names of
 * the others.
 */
function storablePart(photos: Photo[]): Pick<StoredForm, 'photos' | 'lost'> {
  const sent = photos.flatMap((photo) =>
    photo.state.kind === 'sent' ? [{ ...photo, preview: storedPreview(photo.state.url) }] : [],
  );
  return {
    photos: sent,
    lost: photos.flatMap(({ state, name }) => (state.kind === 'sent' ? [] : [name])),
  };
}

/**
 * Photos of unsaved forms by draft, including closed forms: as long as the page is open, uploads continue and
 * failed ones can be retried.
 */
const livePhotos = new Map<string, { photos: Photos; stop: () => void }>();

/**
 * The draft of the listing form, with its text and uploads: one for a new listing, one per edited listing, and
 * one per relisted listing, from which a new one takes its text and copies of its photos.
 */
export function listingDraft(ownerId: string, listing: Listing | undefined, relisted?: Listing) {
  const of = relisted ? `relist:${relisted.id}` : `listing:${listing?.id ?? 'new'}`;
  const key = `${ownerId}:${of}`;
  const draft = draftOf<StoredForm>(ownerId, of, listing && filled(listing));
  const initial = (): StoredForm => {
    if (relisted) return { ...filled(relisted), photos: [] };
    return listing ? filled(listing) : { values: EMPTY, photos: [], lost: [] };
  };
  const current = (): StoredForm => draft.load() ?? initial();
  const posting = postingOf(ownerId, of, 'Add its photos again to post a new one.');
  /** Whether the draft has changes; the copies of a sold listing's photos alone are none. */
  function isChanged(): boolean {
    const stored = draft.load();
    if (!stored || !relisted) return stored !== null;
    const fields = Object.entries(initial().values) as [keyof FormValues, string][];
    const isTextChanged = fields.some(([name, value]) => stored.values[name] !== value);
    return isTextChanged || stored.photos.length + stored.lost.length !== relisted.images.length;
  }
  function save(part: Partial<StoredForm>): void {
    if (!listing) posting.assignId();
    draft.save({ ...current(), ...part });
  }
  function clear(): void {
    posting.clear();
    livePhotos.get(key)?.stop();
    livePhotos.delete(key);
    draft.clear();
  }
  return {
    opened() {
      const closed = draft.opened();
      return () => {
        closed();
        // Unchanged: the form opens the next time with the photos that the listing has then.
        if (draft.load() === null) clear();
      };
    },
    isRestored: isChanged(),
    load: (): FormValues => current().values,
    save: (values: FormValues) => save({ values }),
    /** The form's photos; the draft stores them until it is cleared. */
    photos(ports: PhotoPorts): Photos {
      const live = livePhotos.get(key);
      if (live) return live.photos;
      const isFirst = draft.load() === null;
      const { photos: restored, lost } = current();
      const photos = createPhotos(ports, restored, lost);
      const stop = photos.store.subscribe((state) => save(storablePart(state.photos)));
      livePhotos.set(key, { photos, stop });
      if (relisted && isFirst) photos.copied(relisted.images);
      return photos;
    },
    post: posting.post,
    clear,
  };
}
