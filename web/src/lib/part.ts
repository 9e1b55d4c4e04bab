import { type ComponentType, lazy } from 'react';
import { partMissing } from './release.ts';

const Nothing = () => null;

/**
 * A part of the page that comes in a file of its own when it is first drawn. When that file cannot be had, nothing
 * stands in its place, and the person is offered the page anew.
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
