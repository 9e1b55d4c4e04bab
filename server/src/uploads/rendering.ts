import { AppError } from '../core/errors.ts';
import { createSemaphore } from '../core/semaphore.ts';
import { renderInWorker } from './image-workers.ts';
import type { Kind, Rendered } from './picture-order.ts';

/** How many headers are read at once, and how many pictures are decoded, by all people together. */
const HEADERS_MAX = 2;
const DECODES_MAX = 2;
/** Of heavy ones, so many may wait: for five seconds if they are honest, for ten minutes if all were made to take most. */
const QUEUE_MAX = 20;
const BUSY_RETRY_SECONDS = 30;

/**
 * Makes of a file that somebody sent what is shown of it.
 * @param path of the file.
 * @throws unsupported_type; invalid_input when it is damaged, above 50 megapixels, or takes too much memory or time; or
 * unavailable when too many wait.
 */
export type Render = <K extends Kind>(kind: K, path: string) => Promise<Rendered<K>>;

/** @param onDecoded is called with the duration of each decoding, in milliseconds, without the time it waited. */
export function createRendering(onDecoded: (ms: number) => void): Render {
  const headerInTurn = createSemaphore(HEADERS_MAX);
  const inTurn = createSemaphore(DECODES_MAX);
  // The outer one: a heavy picture that waits for another keeps nobody waiting.
  const heavyInTurn = createSemaphore(1, (waiting) => {
    if (waiting < QUEUE_MAX) return;
    throw new AppError('unavailable', 'Too many pictures are being uploaded. Please try again.', {
      retryAfter: BUSY_RETRY_SECONDS,
    });
  });

  async function timed<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      onDecoded(performance.now() - startedAt);
    }
  }

  return async (kind, path) => {
    // Imported late: it loads libvips, 18 MB of memory that a server without uploads does not need.
    const { isHeavy } = await import('./is-heavy.ts');
    if (await headerInTurn(() => isHeavy(path))) {
      return heavyInTurn(() => inTurn(() => timed(() => renderInWorker(kind, path))));
    }
    const { RENDERERS } = await import('./renderers.ts');
    return inTurn(() => timed(() => RENDERERS[kind](path)));
  };
}
