import type { Photo } from './photos.ts';

const KEY = 'selvedge-listing-draft';

export interface FormValues {
  title: string;
  brand: string;
  description: string;
  category: string;
  size: string;
  condition: string;
  price: string;
}

export const EMPTY: FormValues = {
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

/** What was typed and uploaded before the page was left, in this tab. */
export function loadDraft(): Draft {
  const stored = sessionStorage.getItem(KEY);
  return stored ? (JSON.parse(stored) as Draft) : { values: EMPTY, photos: [] };
}

/** Keeps what is typed, and the photos that the server has; their previews come from there. */
export function saveDraft({ values, photos }: Draft): void {
  const sent = photos.flatMap((photo) =>
    photo.state.kind === 'sent'
      ? [{ ...photo, preview: photo.state.url.replace('-1800.webp', '-320.webp') }]
      : [],
  );
  sessionStorage.setItem(KEY, JSON.stringify({ values, photos: sent }));
}

export const clearDraft = (): void => sessionStorage.removeItem(KEY);
