import { type ComponentType, lazy } from 'react';
import { partMissing } from './release.ts';

const Nothing = () => null;

/**
 * A part of the page in a chunk of its own, loaded when it first renders. When the chunk cannot be loaded, the part
 * stays empty and the person is offered a reload.
 */
export const part = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> =>
  lazy(() =>
    load().catch((): { default: ComponentType<P> } => {
      partMissing();
      return { default: Nothing };
    }),
  );
