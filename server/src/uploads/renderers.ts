import type { Kind, Rendered } from './picture-order.ts';
import { renderPicture } from './render-picture.ts';
import { renderPortrait } from './render-portrait.ts';

/** Each takes the path of a file that somebody sent. */
export const RENDERERS: { [K in Kind]: (path: string) => Promise<Rendered<K>> } = {
  photo: renderPicture,
  portrait: renderPortrait,
};
