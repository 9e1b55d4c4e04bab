import { AppError } from '../core/errors.ts';
import { createSemaphore } from '../core/semaphore.ts';
import { renderInWorker } from './image-workers.ts';
import type { Kind, Rendered } from './render-request.ts';

/** How many headers are read at once, and how many pictures are decoded, for all members. */
const HEADERS_MAX = 2;
const DECODES_MAX = 2;
/**
 * Queue limit for heavy pictures: about 5 seconds when genuine, 10 minutes when all are crafted to take the
 * maximum.
 */
const QUEUE_MAX = 20;
const BUSY_RETRY_SECONDS = 30;
/** Rendered in the image worker whatever their type, since only that decodes SVG. */
const ALWAYS_HEAVY: readonly Kind[] = ['logo', 'icon'];

/**
 * Renders an uploaded file.
 * @param path of the file.
 * @throws unsupported_type; invalid_input when it is damaged, above 50 megapixels, or takes too much memory
 * or time; or unavailable when the queue is full.
 */
export type Render = <K extends Kind>(kind: K, path: string) => Promise<Rendered<K>>;

/**
 * @param onDecoded called with the duration of each decoding in milliseconds, excluding the wait before it.
 */
export function createRendering(onDecoded: (ms: number) => void): Render {
  const withHeaderPermit = createSemaphore(HEADERS_MAX);
  const withDecodePermit = createSemaphore(DECODES_MAX);
  // The outer semaphore, so that a heavy picture that waits for another does not block a light one.
  const withHeavyPermit = createSemaphore(1, (waiting) => {
    if (waiting < QUEUE_MAX) return;
    throw new AppError('unavailable', 'Too many pictures are being uploaded. Please try again.', {
      retryAfter: BUSY_RETRY_SECONDS,
    });
  });

  async function measure<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      onDecoded(performance.now() - startedAt);
    }
  }

  return async (kind, path) => {
    // Imported lazily: it loads libvips, 18 MB of memory that a server without uploads does not need.
    const { isHeavy } = await import('./is-heavy.ts');
    if (ALWAYS_HEAVY.includes(kind) || (await withHeaderPermit(() => isHeavy(path)))) {
      return withHeavyPermit(() => withDecodePermit(() => measure(() => renderInWorker(kind, path))));
    }
    const { RENDERERS } = await import('./renderers.ts');
    return withDecodePermit(() => measure(() => RENDERERS[kind](path)));
  };
}
