import type { InstanceSettings } from '@selvedge/shared/instance-settings';
import { TEXT_PAGES } from '@selvedge/shared/text-pages';
import { html } from 'hono/html';

const LINKED = ['rules', 'imprint', 'privacy'] as const;

/** The links below every page to the pages that the operator has written; empty without any. */
export function footerOf(instance: InstanceSettings) {
  const written = LINKED.filter((name) => instance[name] !== '');
  if (written.length === 0) return '';
  const links = written.map((name) => html`<a href="/${name}">${TEXT_PAGES[name]}</a>`);
  return html`<footer class="site-footer"><nav aria-label="About this site"><a href="/about">About</a>${links}</nav></footer>`;
}
