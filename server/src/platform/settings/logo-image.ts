import { logoAt } from '@selvedge/shared/instance/instance-pictures';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { html } from 'hono/html';

/** The logo of an instance, for the head of a page; null without one. Its class names the ground that it needs. */
export function logoImage({ logo, name }: InstanceSettings) {
  const shown = logoAt(logo);
  return (
    shown &&
    html`<img class="on-${shown.ground}" src="${shown.url}" width="${shown.width}" height="${shown.height}" alt="${name}" />`
  );
}

/** Declarations of the grounds for logos that are lost on the page's own in light or dark mode. */
export const GROUNDS = {
  light: 'background:#fff;padding:4px 8px;border-radius:3px',
  dark: 'background:#0d1016;padding:4px 8px;border-radius:3px',
};
