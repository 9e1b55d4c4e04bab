import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { wordmark } from '@selvedge/shared/platform/titles';
import { html } from 'hono/html';
import { logoImage } from '../platform/settings/logo-image.ts';

/** What the link to the home page shows in the top bar: the logo, or the mark and the name. */
export function brandOf(instance: InstanceSettings) {
  return logoImage(instance) ?? markAndName(instance);
}

const markAndName = ({
  name,
}: InstanceSettings) => html`<svg width="13" height="18" viewBox="0 0 13 18" aria-hidden="true">
<path class="wordmark-cloth" fill="var(--s-colors-indigo-800)" d="M0 0h7v18H0z" /><path fill="#fff" d="M7 0h6v18H7z" />
<path d="M7 .5h5.5v17H7" fill="none" stroke="var(--s-colors-ink-300)" /><path fill="#be1e2d" d="M9 0h1.6v18H9z" />
</svg><span>${wordmark(name)}</span>`;
