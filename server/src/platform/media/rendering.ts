import { createSemaphore } from '../core/semaphore.ts';
import { HEAVY } from './cost.ts';
import { createDecodeQueue } from './decode-queue.ts';
import { renderInWorker } from './image-workers.ts';
import type { Kind, Rendered } from './render-request.ts';

/** How many headers are read at once, for all members. */
const HEADERS_MAX = 2;
/** Rendered in the image worker whatever their type, since only that decodes SVG. */
const ALWAYS_HEAVY: readonly Kind[] = ['logo', 'icon'];

/**
 * @param ownerId null for a picture of the instance
 * @throws unsupported_type; invalid_input when it is damaged, too large or too complex; unavailable when too
 * many wait; rate_limited when the member has used up their time for decoding
 */
export type Render = <K extends Kind>(kind: K, path: string, ownerId: string | null) => Promise<Rendered<K>>;

export interface RenderingHooks {
  /** Called with the milliseconds of each decoding, without the wait before it. */
  onDecoded?: (ms: number) => void;
  /** Charges a member with milliseconds of decoding; a negative number corrects an estimate. @throws rate_limited */
  charge?: (memberId: string, ms: number) => Promise<void>;
}

export function createRendering({
  onDecoded = () => undefined,
  charge = async () => undefined,
}: RenderingHooks = {}): Render {
  const withHeaderPermit = createSemaphore(HEADERS_MAX);
  const enqueue = createDecodeQueue();

  return async (kind, path, ownerId) => {
    // Imported lazily: it loads libvips, 18 MB of memory that a server without uploads does not need.
    const { estimateCost } = await import('./estimate-cost.ts');
    const cost = ALWAYS_HEAVY.includes(kind) ? HEAVY : await withHeaderPermit(() => estimateCost(path));
    if (ownerId !== null) await charge(ownerId, cost.ms);
    let ms = 0;
    try {
      return await enqueue({ ownerId: ownerId ?? 'the instance', ...cost }, async () => {
        const startedAt = performance.now();
        try {
          if (cost.isHeavy) return await renderInWorker(kind, path);
          const { RENDERERS } = await import('./renderers.ts');
          return await RENDERERS[kind](path);
        } finally {
          ms = performance.now() - startedAt;
          onDecoded(ms);
        }
      });
    } finally {
      if (ownerId !== null) await charge(ownerId, ms - cost.ms).catch(() => undefined);
    }
  };
}
