import type { Listing } from '@selvedge/shared/listings';
import { draftOf } from '../lib/draft.ts';
import type { Photo } from './photos.ts';

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

interface Draft {
  values: FormValues;
  photos: Photo[];
}

const previewOf = (url: string) => url.replace('-1800.webp', '-320.webp');

/** The form of a listing as it is. */
const filled = ({ title, brand, description, category, size, condition, price, images }: Listing): Draft => ({
  values: { title, brand, description: description ?? '', category, size, condition, price },
  photos: images.map((url) => ({
    id: url,
    name: title,
    preview: previewOf(url),
    state: { kind: 'sent', url },
  })),
});

/** What is typed and uploaded of a listing before it is saved: a new one has a draft, and each that is edited its own. */
export function listingDraft(ownerId: string, listing: Listing | undefined) {
  const draft = draftOf<Draft>(ownerId, `listing:${listing?.id ?? 'new'}`);
  return {
    ...draft,
    load: (): Draft => draft.load() ?? (listing ? filled(listing) : { values: EMPTY, photos: [] }),
    /** Keeps of the photos those that the server has; their previews come from there. */
    save({ values, photos }: Draft): void {
      const sent = photos.flatMap((photo) =>
        photo.state.kind === 'sent' ? [{ ...photo, preview: previewOf(photo.state.url) }] : [],
      );
      draft.save({ values, photos: sent });
    },
  };
}
