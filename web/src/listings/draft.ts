import type { Listing } from '@selvedge/shared/listings';
import { draftOf } from '../lib/draft.ts';
import { postingOf } from '../lib/posting.ts';
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

interface Kept {
  values: FormValues;
  /** The uploaded photos. */
  photos: Photo[];
  /** File names of the photos that were not uploaded. */
  lost: string[];
}

/** The form's content for an existing listing. */
const filled = ({ title, brand, description, category, size, condition, price, images }: Listing): Kept => ({
  values: { title, brand, description: description ?? '', category, size, condition, price },
  photos: images.map((url) => ({
    id: url,
    name: title,
    preview: storedPreview(url),
    state: { kind: 'sent', url },
  })),
  lost: [],
});

/** The part of the photos that the draft stores: those that are uploaded, with previews from the server. */
function keptOf(photos: Photo[]): Pick<Kept, 'photos' | 'lost'> {
  const sent = photos.flatMap((photo) =>
    photo.state.kind === 'sent' ? [{ ...photo, preview: storedPreview(photo.state.url) }] : [],
  );
  return {
    photos: sent,
    lost: photos.flatMap(({ state, name }) => (state.kind === 'sent' ? [] : [name])),
  };
}

/**
 * Photos of unsaved forms by draft, closed forms included: while the page lives, uploads go on and failed ones can be
 * retried.
 */
const living = new Map<string, { photos: Photos; stop: () => void }>();

/**
 * The draft of the listing form, with what is typed and uploaded: one for a new listing, and one for each that is
 * edited.
 */
export function listingDraft(ownerId: string, listing: Listing | undefined) {
  const of = `listing:${listing?.id ?? 'new'}`;
  const key = `${ownerId}:${of}`;
  const draft = draftOf<Kept>(ownerId, of);
  const kept = (): Kept =>
    draft.load() ?? (listing ? filled(listing) : { values: EMPTY, photos: [], lost: [] });
  const posting = postingOf(ownerId, of, 'Add its photos again to post a new one.');
  function keep(part: Partial<Kept>): void {
    if (!listing) posting.begun();
    draft.save({ ...kept(), ...part });
  }
  return {
    opened: draft.opened,
    isKept: draft.load() !== null,
    load: (): FormValues => kept().values,
    save: (values: FormValues) => keep({ values }),
    /** The form's photos; the draft follows them until it is cleared. */
    photos(ports: PhotoPorts): Photos {
      const known = living.get(key);
      if (known) return known.photos;
      const { photos: restored, lost } = kept();
      const photos = createPhotos(ports, restored, lost);
      const stop = photos.store.subscribe((state) => keep(keptOf(state.photos)));
      living.set(key, { photos, stop });
      return photos;
    },
    post: posting.post,
    clear(): void {
      posting.clear();
      living.get(key)?.stop();
      living.delete(key);
      draft.clear();
    },
  };
}
