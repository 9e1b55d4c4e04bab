import { iconAddress, SHARE_SIZE, shareAddress } from '@selvedge/shared/instance/instance-pictures';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { imageSrcSet, imageVariant } from '@selvedge/shared/platform/pictures';
import { tabTitle } from '@selvedge/shared/platform/titles';
import { html, raw } from 'hono/html';
import { jsonBlock } from './json-block.ts';
import type { Look } from './look.ts';
import type { Cover, FirstPicture, Page } from './page.ts';

const named = (name: string, content: string | number) => html`<meta name="${name}" content="${content}" />
`;
const property = (name: string, content: string | number) =>
  html`<meta property="${name}" content="${content}" />
`;

interface Site {
  publicUrl: string;
  instance: InstanceSettings;
  look: Look;
  /** Of this response's content security policy. */
  nonce: string;
}

/** The picture of pages that have none of their own. */
const logoCover = ({ logo, name }: InstanceSettings): Cover | null =>
  logo === '' ? null : { url: shareAddress(logo), ...SHARE_SIZE, alt: name };

/** The Open Graph metadata from which chats and feeds build the preview of a shared link. */
function preview(page: Page, canonical: string, { publicUrl, instance }: Site) {
  const cover = page.cover ?? logoCover(instance);
  return [
    property('og:site_name', instance.name),
    property('og:type', page.kind),
    property('og:title', page.title ?? tabTitle(null, instance)),
    page.description === null ? '' : property('og:description', page.description),
    property('og:url', canonical),
    cover && [
      property('og:image', publicUrl + cover.url),
      cover.width ? property('og:image:width', cover.width) : '',
      cover.height ? property('og:image:height', cover.height) : '',
      property('og:image:alt', cover.alt),
    ],
    Object.entries(page.properties).map(([name, content]) => property(name, content)),
    named('twitter:card', page.kind === 'product' && page.cover ? 'summary_large_image' : 'summary'),
  ];
}

const fetchFirst = ({ url, sizes }: FirstPicture) =>
  html`<link rel="preload" as="image" href="${imageVariant(url, 640)}" imagesrcset="${imageSrcSet(url)}"
      imagesizes="${sizes}" fetchpriority="high" />
`;

const fetchScript = (
  file: string,
) => html`<link rel="modulepreload" crossorigin href="${file}" fetchpriority="low" />
`;

/** Describes the page, and preloads its first pictures and own scripts. */
export async function renderHead(page: Page, site: Site, scripts: string[]): Promise<string> {
  const { publicUrl, instance, look, nonce } = site;
  const canonical = page.canonical === null ? null : publicUrl + page.canonical;
  return String(
    await html`<title>${tabTitle(page.title, instance)}</title>
${page.description === null ? '' : named('description', page.description)}${
  canonical === null
    ? named('robots', 'noindex')
    : [
        html`<link rel="canonical" href="${canonical}" />
`,
        preview(page, canonical, site),
      ]
}<meta name="theme-color" content="${look.light}" media="(prefers-color-scheme: light)" />
<meta name="theme-color" content="${look.dark}" media="(prefers-color-scheme: dark)" />
${look.style && html`<style nonce="${nonce}">${raw(look.style)}</style>`}
<link rel="alternate" href="/feed.xml${page.feed}" type="application/rss+xml" title="${instance.name}: newest listings" />
<link rel="alternate" href="/feed.json${page.feed}" type="application/feed+json" title="${instance.name}: newest listings" />
${page.firstPictures.map(fetchFirst)}${scripts.map(fetchScript)}${
  page.structured ? html`<script type="application/ld+json">${raw(jsonBlock(page.structured))}</script>` : ''
}`,
  );
}

export function iconLinks({ icon }: InstanceSettings) {
  return icon === ''
    ? html`<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icons/mark-192.png" />`
    : html`<link rel="icon" href="${iconAddress(icon, '32')}" type="image/png" sizes="32x32" />
    <link rel="icon" href="${iconAddress(icon, '192')}" type="image/png" sizes="192x192" />
    <link rel="apple-touch-icon" href="${iconAddress(icon, '180')}" />`;
}
