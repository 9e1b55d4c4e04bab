import { CloseButton, Dialog } from '@chakra-ui/react';
import { imageSrcSet, imageVariant } from '@selvedge/shared/platform/pictures';
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DialogFrame } from './dialog.tsx';
import { VIEW_SWITCH } from './double-press.ts';
import { Icon } from './icon.tsx';
import './photo-viewer.css';

interface Point {
  /** As fractions of the photo's width and height. */
  x: number;
  y: number;
}

const MIDDLE: Point = { x: 0.5, y: 0.5 };

function pointOf(event: MouseEvent<HTMLButtonElement>): Point {
  // A click from the keyboard has no position.
  if (event.detail === 0) return MIDDLE;
  const photo = event.currentTarget.getBoundingClientRect();
  return { x: (event.clientX - photo.left) / photo.width, y: (event.clientY - photo.top) / photo.height };
}

interface ViewedPhoto {
  url: string;
  alt: string;
}

interface PictureProps extends ViewedPhoto {
  number: number;
  onFailed: (() => void) | undefined;
}

/** One photo, fitted into the window; a click zooms in, and the clicked point stays under the pointer. */
function Picture({ url, alt, number, onFailed }: PictureProps) {
  const [zoomedAt, setZoomedAt] = useState<Point | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!frame.current || !zoomedAt) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = frame.current;
    frame.current.scrollTo(
      zoomedAt.x * scrollWidth - clientWidth / 2,
      zoomedAt.y * scrollHeight - clientHeight / 2,
    );
  }, [zoomedAt]);
  return (
    <div ref={frame} className={zoomedAt ? 'viewer-frame is-zoomed' : 'viewer-frame'}>
      <button
        type="button"
        {...VIEW_SWITCH}
        aria-pressed={zoomedAt !== null}
        aria-label={`Zoom in on photo ${number}`}
        onClick={(event) => setZoomedAt(zoomedAt ? null : pointOf(event))}
      >
        <img
          src={imageVariant(url, 1800)}
          srcSet={imageSrcSet(url)}
          sizes={zoomedAt ? '250vw' : '100vw'}
          alt={alt}
          draggable={false}
          onError={onFailed}
        />
      </button>
    </div>
  );
}

interface PhotoViewerProps {
  /** The accessible name of the viewer. */
  label: string;
  photos: readonly ViewedPhoto[];
  /** The index of the photo to open at. */
  first: number;
  onClose: () => void;
  /** A photo could not be loaded. */
  onFailed?: () => void;
}

// In newer browsers `scrollTo` returns a promise, which an effect must not return.
const show = (strip: HTMLElement | null, index: number, behavior: ScrollBehavior): void =>
  void strip?.scrollTo({ left: index * strip.clientWidth, behavior });

/** Photos full screen: swipe, scroll or step through them, and zoom in. */
export default function PhotoViewer({ label, photos, first, onClose, onFailed }: PhotoViewerProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(first);
  const last = photos.length - 1;

  useEffect(() => show(strip.current, first, 'instant'), [first]);

  // The focused photo has become inert: moves the focus to the visible one.
  useLayoutEffect(() => {
    if (!strip.current?.contains(document.activeElement)) return;
    strip.current.children[at]?.querySelector('button')?.focus({ preventScroll: true });
  }, [at]);

  const step = (by: number) => {
    const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    show(strip.current, Math.min(last, Math.max(0, at + by)), isReducedMotion ? 'instant' : 'smooth');
  };

  return (
    <DialogFrame size="screen" label={label} onClose={onClose}>
      <section
        className="viewer"
        aria-label="Photos"
        onKeyDown={({ key, target }) => {
          // In a zoomed photo the arrow keys scroll the photo.
          if (target instanceof Element && target.closest('.is-zoomed')) return;
          if (key === 'ArrowRight') step(1);
          if (key === 'ArrowLeft') step(-1);
        }}
      >
        <ul
          ref={strip}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setAt(Math.round(scrollLeft / clientWidth))
          }
        >
          {photos.map(({ url, alt }, index) => (
            // Photos out of view are inert.
            <li key={url} inert={index !== at}>
              <Picture url={url} number={index + 1} alt={alt} onFailed={onFailed} />
            </li>
          ))}
        </ul>
        {last > 0 ? (
          <>
            {[-1, 1].map((by) => (
              <button
                key={by}
                type="button"
                className="viewer-step"
                data-to={by < 0 ? 'previous' : 'next'}
                aria-label={by < 0 ? 'Previous photo' : 'Next photo'}
                aria-disabled={at + by < 0 || at + by > last || undefined}
                onClick={() => step(by)}
              >
                <Icon name={by < 0 ? 'left' : 'right'} />
              </button>
            ))}
            <p className="viewer-count" aria-live="polite">
              {at + 1} / {last + 1}
            </p>
          </>
        ) : null}
        <Dialog.CloseTrigger asChild>
          <CloseButton className="viewer-close" />
        </Dialog.CloseTrigger>
      </section>
    </DialogFrame>
  );
}
