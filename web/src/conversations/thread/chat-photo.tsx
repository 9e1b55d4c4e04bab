import { imageSrcSet, imageVariant } from '@selvedge/shared/platform/pictures';
import { useEffect, useState } from 'react';
import { placeholderColor } from '../../lib/image.ts';
import { Icon } from '../../ui/icon.tsx';
import { enlarge } from './lightbox.tsx';
import type { ThreadItem } from './thread-items.ts';
import { useImageUrl } from './use-image-url.ts';
import './chat-photo.css';

/** The box that photos must fit, in CSS pixels. */
const BOX = { width: 260, height: 320 };
/** The box of a photo with unknown size. */
const UNKNOWN = { width: 195, height: 260 };
const WIDTH_MIN = 72;

/**
 * The photo's own bytes, shown while it is being sent and afterwards: replacing it with the stored photo
 * would flicker. Drop it when the browser cannot display it, as most cannot display HEIC.
 */
function usePreview(file: Blob | null): { preview: string | null; drop: () => void } {
  const [first] = useState(file);
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (!first) return;
    const url = URL.createObjectURL(first);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [first]);
  return { preview, drop: () => setPreview(null) };
}

function boxOf({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, BOX.width / width, BOX.height / height);
  return { width: Math.max(WIDTH_MIN, Math.round(width * scale)), ratio: `${width} / ${height}` };
}

/** A message's photo, in a box of its final size from the start; clicking it opens it full screen. */
export function ChatPhoto({ item }: { item: ThreadItem & { photo: NonNullable<ThreadItem['photo']> } }) {
  const { photo, outgoing } = item;
  const { preview, drop } = usePreview(photo.file);
  const { url, attempt, isLost, onFailed } = useImageUrl(item.id, photo.url);
  const { width, ratio } = boxOf(photo.size ?? UNKNOWN);
  const box = { width, aspectRatio: ratio, backgroundColor: placeholderColor(photo.placeholder) };

  if (isLost && !preview) {
    return (
      // Without the photo's mean color, on which the text could be unreadable.
      <p className="chat-photo is-lost" style={{ ...box, backgroundColor: undefined }}>
        This photo is unavailable.
      </p>
    );
  }
  const picture = preview ? (
    <img src={preview} alt={photo.alt} draggable={false} onError={drop} />
  ) : url ? (
    <img
      key={attempt}
      src={imageVariant(url, 640)}
      srcSet={imageSrcSet(url)}
      sizes={`${width}px`}
      alt={photo.alt}
      draggable={false}
      onError={onFailed}
    />
  ) : null;
  if (outgoing || item.id === null) {
    return (
      <div className="chat-photo" style={box}>
        {picture ?? (
          <span role="img" aria-label={photo.alt}>
            <Icon name="photo" />
          </span>
        )}
        {outgoing?.status === 'sending' ? (
          <progress aria-label="Sending photo" max={1} value={outgoing.photo?.part ?? 0} />
        ) : null}
      </div>
    );
  }
  return (
    <button
      type="button"
      className="chat-photo"
      style={box}
      onClick={() => enlarge({ messageId: item.id, url, alt: photo.alt })}
    >
      {picture}
    </button>
  );
}
