import { renderIcon } from './render-icon.ts';
import { renderLogo } from './render-logo.ts';
import { renderHashedPicture, renderPicture } from './render-picture.ts';
import { renderPortrait } from './render-portrait.ts';
import type { Kind, Rendered } from './render-request.ts';

export const RENDERERS: { [K in Kind]: (path: string) => Promise<Rendered<K>> } = {
  photo: renderPicture,
  listingPhoto: renderHashedPicture,
  portrait: renderPortrait,
  logo: renderLogo,
  icon: renderIcon,
};
