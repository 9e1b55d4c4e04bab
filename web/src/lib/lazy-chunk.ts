import { type ComponentType, lazy } from 'react';
import { partMissing } from './release.ts';

/** Props of a button that opens a part: the code is fetched as soon as somebody comes near the button. */
export function ahead(load: () => Promise<unknown>) {
  // A failure is told when the part renders.
  const fetchAhead = () => void load().catch(() => undefined);
  return { onPointerEnter: fetchAhead, onFocus: fetchAhead };
}

const Nothing = () => null;

/**
 * A part of the page in a chunk of its own, loaded when it first renders. When the chunk cannot be loaded, the part
 * stays empty and the person is offered a reload.
 */
export const lazyChunk = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> =>
  lazy(() =>
    load().catch((): { default: ComponentType<P> } => {
      partMissing();
      return { default: Nothing };
    }),
  );
