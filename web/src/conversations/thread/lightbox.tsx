import { Suspense } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useImageUrl } from './use-image-url.ts';

const PhotoViewer = lazyChunk(() => import('../../ui/photo-viewer.tsx'));

interface Enlarged {
  messageId: string | null;
  url: string | null;
  alt: string;
}
const enlarged = createStore<Enlarged | null>(() => null);

/**
 * Opens a message's photo full screen. Independent of its row, which may scroll out of the list meanwhile.
 */
export function enlarge(photo: Enlarged): void {
  enlarged.setState(photo, true);
}
const close = () => enlarged.setState(null, true);

function Viewer({ messageId, url: initialUrl, alt }: Enlarged) {
  const { url, attempt, isLost, onFailed } = useImageUrl(messageId, initialUrl);
  if (!url || isLost) return null;
  return (
    <PhotoViewer
      key={attempt}
      label={alt}
      photos={[{ url, alt }]}
      first={0}
      onClose={close}
      onFailed={onFailed}
    />
  );
}

/** Renders the opened photo. */
export function Lightbox() {
  const photo = useStore(enlarged);
  return <Suspense fallback={null}>{photo ? <Viewer {...photo} /> : null}</Suspense>;
}
