import type { Upload } from '@selvedge/shared/items/listings';
import type { Problem } from '@selvedge/shared/platform/errors';
import { LISTING_LIMITS, LISTING_PHOTO_MAX_BYTES } from '@selvedge/shared/platform/limits';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A photo in the listing form: being uploaded, uploaded, or refused. */
export interface Photo {
  id: string;
  name: string;
  /** The URL of its preview in the form. */
  preview: string;
  state:
    | { kind: 'sending'; part: number }
    | { kind: 'failed'; reason: string }
    | { kind: 'sent'; url: string };
}

/** The URL of the server's preview of an uploaded photo. */
export function storedPreview(url: string): string {
  return imageVariant(url, 320);
}

interface PhotosState {
  photos: Photo[];
  /** The problem with the latest choice of files. */
  problem: string | null;
}

export interface PhotoPorts {
  compress(file: Blob): Promise<Blob>;
  /** Downloads a stored photo. */
  download(url: string): Promise<Blob>;
  upload(photo: Blob, name: string, onProgress: (part: number) => void): Promise<Upload>;
  newId(): string;
  previewOf(file: Blob): string;
  /** Shows the problem with a choice of files, or with one of them. */
  reportProblem(problem: string): void;
}

export const TOO_MANY = 'Too many images: You can upload up to 8 images only';
/** Lists photos that have to be chosen again; null if there are none. */
const lostText = (names: string[]): string | null => {
  if (names.length === 0) return null;
  const were = names.length === 1 ? '1 photo was' : `${names.length} photos were`;
  return `${were} not uploaded: ${names.join(', ')}`;
};
const tooLarge = (name: string) => `File ${name} is too large (max 50MB)`;

/**
 * The photos of a listing form, each uploaded as soon as it is chosen. Free of React.
 * @param lost names of photos whose upload had not finished when an earlier page was closed
 */
export function createPhotos(ports: PhotoPorts, restored: Photo[], lost: string[] = []) {
  const store: StoreApi<PhotosState> = createStore(() => ({ photos: restored, problem: lostText(lost) }));
  /** What to upload, by the photo's id. */
  const sources = new Map<string, () => Promise<Blob>>();
  const { getState: get, setState: set } = store;

  const change = (id: string, state: Photo['state']) =>
    set(({ photos }) => ({ photos: photos.map((photo) => (photo.id === id ? { ...photo, state } : photo)) }));

  function fail(id: string, reason: string): void {
    change(id, { kind: 'failed', reason });
    ports.reportProblem(reason);
  }

  async function send(id: string): Promise<void> {
    const name = get().photos.find((photo) => photo.id === id)?.name;
    const source = sources.get(id);
    if (name === undefined || !source) return;
    change(id, { kind: 'sending', part: 0 });
    try {
      const photo = await source();
      if (photo.size > LISTING_PHOTO_MAX_BYTES) {
        fail(id, tooLarge(name));
        return;
      }
      const { url } = await ports.upload(photo, name, (part) => change(id, { kind: 'sending', part }));
      change(id, { kind: 'sent', url });
    } catch (error) {
      const { code, message } = error as Problem;
      fail(id, code === 'too_large' ? tooLarge(name) : `Upload failed for ${name}: ${message}`);
    }
  }

  function add({ name, preview }: Pick<Photo, 'name' | 'preview'>, source: () => Promise<Blob>): void {
    const id = ports.newId();
    sources.set(id, source);
    const photo: Photo = { id, name, preview, state: { kind: 'sending', part: 0 } };
    set(({ photos }) => ({ photos: [...photos, photo] }));
    void send(id);
  }

  return {
    store,

    /** Files were chosen or dropped. Files above the limit are left out, with a message. */
    chosen(list: File[]): void {
      const free = LISTING_LIMITS.images - get().photos.length;
      const problem = list.length > free ? TOO_MANY : null;
      set({ problem });
      if (problem) ports.reportProblem(problem);
      for (const file of list.slice(0, Math.max(0, free))) {
        add({ name: file.name, preview: ports.previewOf(file) }, () => ports.compress(file));
      }
    },

    /** Adds copies of another listing's photos: that listing keeps its own. */
    copied(urls: string[]): void {
      for (const [i, url] of urls.entries()) {
        add({ name: `photo-${i + 1}.webp`, preview: storedPreview(url) }, () => ports.download(url));
      }
    },

    retried: (id: string): void => void send(id),

    removed(id: string): void {
      sources.delete(id);
      set(({ photos }) => ({ photos: photos.filter((photo) => photo.id !== id), problem: null }));
    },

    /** Resolves when no upload is in progress. */
    settled(): Promise<void> {
      const isIdle = () => get().photos.every(({ state }) => state.kind !== 'sending');
      if (isIdle()) return Promise.resolve();
      return new Promise((resolve) => {
        const stop = store.subscribe(() => {
          if (!isIdle()) return;
          stop();
          resolve();
        });
      });
    },

    /** Moves a photo to the position of another. */
    moved(id: string, toId: string): void {
      set(({ photos }) => {
        const [from, to] = [id, toId].map((one) => photos.findIndex((photo) => photo.id === one));
        const photo = photos[from ?? -1];
        if (!photo || to === undefined || to < 0) return {};
        const others = photos.filter((one) => one.id !== id);
        return { photos: [...others.slice(0, to), photo, ...others.slice(to)] };
      });
    },
  };
}
export type Photos = ReturnType<typeof createPhotos>;
