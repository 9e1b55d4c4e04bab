import type { ErrorCode } from '@selvedge/shared/errors';
import { type RenderedPicture, renderPicture } from './render-picture.ts';
import { renderPortrait } from './render-portrait.ts';

interface Renderings {
  photo: RenderedPicture;
  /** PNG bytes. */
  portrait: Buffer;
}
export type Kind = keyof Renderings;
export type Rendered<K extends Kind = Kind> = Renderings[K];

/** What is made of pictures, each from the path of a file that somebody sent. */
export const RENDERERS: { [K in Kind]: (path: string) => Promise<Rendered<K>> } = {
  photo: renderPicture,
  portrait: renderPortrait,
};

/** The input of the picture process. */
export interface Order {
  kind: Kind;
  path: string;
}
/** Its output. */
export type Outcome =
  | { rendered: Rendered }
  /** With a refusal that people may read; without, it is a fault of the server's. */
  | { rendered?: undefined; refusal?: { code: ErrorCode; message: string }; cause: string };
