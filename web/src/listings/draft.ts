import type { Listing } from '@selvedge/shared/listings';
import { imageVariant } from '@selvedge/shared/pictures';
import { draftOf } from '../lib/draft.ts';
import { postingOf } from '../lib/posting.ts';
import { createPhotos, type Photo, type PhotoPorts, type Photos } from './photos.ts';

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
  /** Those that the server has. */
  photos: Photo[];
  /** Names of the others. */
  lost: string[];
}

/** The form of a listing as it is. */
const filled = ({ title, brand, description, category, size, condition, price, images }: Listing): Kept => ({
  values: { title, brand, description: description ?? '', category, size, condition, price },
  photos: images.map((url) => ({
    id: url,
    name: title,
    preview: imageVariant(url, 320),
    state: { kind: 'sent', url },
  })),
  lost: [],
});

/** Keeps of the photos those that the server has; their previews come from there. */
function keptOf(photos: Photo[]): Pick<Kept, 'photos' | 'lost'> {
  const sent = photos.flatMap((photo) =>
    photo.state.kind === 'sent' ? [{ ...photo, preview: imageVariant(photo.state.url, 320) }] : [],
  );
  return {
    photos: sent,
    lost: photos.flatMap(({ state, name }) => (state.kind === 'sent' ? [] : [name])),
  };
}

/**
 * The photos of forms that are not saved yet, also of closed ones, by their drafts: while the page lives, those on
 * their way arrive, and those that failed can be tried again.
 */
const living = new Map<string, { photos: Photos; stop: () => void }>();

/** What is typed and uploaded of a listing before it is saved: a new one has a draft, and each that is edited its own. */
export function listingDraft(ownerId: string, listing: Listing | undefined) {
  const of = `listing:${listing?.id ?? 'new'}`;
  const key = `${ownerId}:${of}`;
  const draft = draftOf<Kept>(ownerId, of);
  const kept = (): Kept =>
    draft.load() ?? (listing ? filled(listing) : { values: EMPTY, photos: [], lost: [] });
  const posting = postingOf(ownerId, of);
  function keep(part: Partial<Kept>): void {
    if (!listing) posting.begun();
    draft.save({ ...kept(), ...part });
  }
  return {
    opened: draft.opened,
    load: (): FormValues => kept().values,
    save: (values: FormValues) => keep({ values }),
    /** Its photos, which the draft follows until it is cleared. */
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
