import { type ComponentType, lazy } from 'react';
import { chunkMissing } from './release.ts';

/** Props of a button that opens a lazy chunk: fetches the code on hover or focus. */
export function preloadOnApproach(load: () => Promise<unknown>) {
  // Rendering the chunk reports a failure.
  const preload = () => void load().catch(() => undefined);
  return { onPointerEnter: preload, onFocus: preload };
}

const Nothing = () => null;

/**
 * A component in its own chunk, loaded when it first renders. When the chunk cannot be loaded, the component
 * renders nothing and the page offers a reload.
 */
export function lazyChunk<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  return lazy(() =>
    load().catch((): { default: ComponentType<P> } => {
      chunkMissing();
      return { default: Nothing };
    }),
  );
}
