import { aboutLead, aboutSections } from '@selvedge/shared/instance/about';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import {
  contactLink,
  TEXT_PAGES,
  type TextPage,
  type TextPageName,
  type TextPart,
} from '@selvedge/shared/instance/text-pages';
import { PRODUCT } from '@selvedge/shared/platform/titles';
import { html, raw } from 'hono/html';
import { frame, type Markup } from './first-paint.ts';

// The whole content of the About page and of those that the operator writes, which thus need no scripts.

const EMPTY: readonly string[] = ['hr', 'br'];

/** @param part of a text that `readMarkdown` has read: its tags and links are safe, its strings are escaped here */
function draw(part: TextPart): Markup {
  if (typeof part === 'string') return html`${part}`;
  const { tag, href, children } = part;
  const link = href ? html` href="${href}" rel="noopener nofollow"` : '';
  if (EMPTY.includes(tag)) return html`<${raw(tag)} />`;
  return html`<${raw(tag)}${link}>${children.map(draw)}</${raw(tag)}>`;
}

const headingOf = (name: TextPageName, instance: InstanceSettings): string =>
  name === 'about' ? `About ${instance.name}` : TEXT_PAGES[name];

interface Site {
  instance: InstanceSettings;
  sourceUrl: string | null;
}

/** The same as the client's (`web/src/app/about-page.tsx`), for the same reason. */
function poweredBy({ instance, sourceUrl }: Site): Markup | '' {
  if (instance.name === PRODUCT && sourceUrl === null) return '';
  const source = sourceUrl === null ? '' : html` · <a href="${sourceUrl}">Source code</a>`;
  return html`<p class="powered">Powered by ${PRODUCT}${source}</p>`;
}

const text = (instance: InstanceSettings, heading: string, content: Markup): Markup =>
  frame(instance, html`<div class="first-text"><h1>${heading}</h1>${content}</div>`);

/** The first paint of a page that the operator has written. */
export function firstOfText(site: Site, name: TextPageName, { content, contact }: TextPage): Markup {
  const reach = contact === '' ? '' : html`<p>Contact: <a href="${contactLink(contact)}">${contact}</a></p>`;
  return text(
    site.instance,
    headingOf(name, site.instance),
    html`<div class="text">${content.map(draw)}</div>${name === 'about' ? poweredBy(site) : ''}${reach}`,
  );
}

/** The first paint of the About page, unless the operator has written one. */
export function firstOfAbout(site: Site): Markup {
  const { instance } = site;
  const sections = aboutSections(instance.name).map(
    ({ title, text }) =>
      html`<section><h2>${title}</h2>${text.map((paragraph) => html`<p>${paragraph}</p>`)}</section>`,
  );
  return text(
    instance,
    headingOf('about', instance),
    html`<p class="lead">${aboutLead(instance.name)}</p>${sections}${poweredBy(site)}`,
  );
}
