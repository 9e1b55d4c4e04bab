import type { ErrorCode } from '@selvedge/shared/platform/errors';
import type { RenderedIcon } from './render-icon.ts';
import type { RenderedLogo } from './render-logo.ts';
import type { HashedPicture, RenderedPicture } from './render-picture.ts';

interface Renderings {
  photo: RenderedPicture;
  listingPhoto: HashedPicture;
  /** PNG bytes. */
  portrait: Buffer;
  logo: RenderedLogo;
  icon: RenderedIcon;
}
export type Kind = keyof Renderings;
export type Rendered<K extends Kind = Kind> = Renderings[K];

/** The image worker's first message. */
export const READY = 'ready';
export interface RenderRequest {
  kind: Kind;
  path: string;
}
export type Outcome =
  | { rendered: Rendered }
  /** `refusal` is an error that may be shown to the member; without it, the server is at fault. */
  | { rendered?: undefined; refusal?: { code: ErrorCode; message: string }; cause: string };
