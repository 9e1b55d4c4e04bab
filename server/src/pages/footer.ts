import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { TEXT_PAGES } from '@selvedge/shared/instance/text-pages';
import { html } from 'hono/html';

const LINKED = ['rules', 'imprint', 'privacy'] as const;

/** The pages that the operator has written, without About, which every instance has. */
export function writtenPages(instance: InstanceSettings) {
  return LINKED.filter((name) => instance[name] !== '');
}

/** The links below every page to the pages that the operator has written; empty without any. */
export function footerOf(instance: InstanceSettings) {
  const written = writtenPages(instance);
  if (written.length === 0) return '';
  const links = written.map((name) => html`<a href="/${name}">${TEXT_PAGES[name]}</a>`);
  return html`<footer class="site-footer"><nav aria-label="About this site"><a href="/about">About</a>${links}</nav></footer>`;
}
