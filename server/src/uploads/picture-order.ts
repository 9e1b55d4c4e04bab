import type { ErrorCode } from '@selvedge/shared/errors';
import type { RenderedPicture } from './render-picture.ts';

/** What is made of pictures. */
interface Renderings {
  photo: RenderedPicture;
  /** PNG bytes. */
  portrait: Buffer;
}
export type Kind = keyof Renderings;
export type Rendered<K extends Kind = Kind> = Renderings[K];

/** The first message of the picture process. */
export const READY = 'ready';
/** What it is sent then. */
export interface Order {
  kind: Kind;
  /** Of a file that somebody sent. */
  path: string;
}
/** Its answer. */
export type Outcome =
  | { rendered: Rendered }
  /** With a refusal that people may read; without, it is a fault of the server's. */
  | { rendered?: undefined; refusal?: { code: ErrorCode; message: string }; cause: string };
