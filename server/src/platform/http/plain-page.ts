import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { wordmark } from '@selvedge/shared/platform/titles';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { paletteOf } from '../settings/accent.ts';
import { cached } from '../settings/cached.ts';
import { GROUNDS, logoImage } from '../settings/logo-image.ts';

/** Style of the pages outside the web client, which must work without scripts. */
export const LOOK = `
:root{color-scheme:light dark;--bg:#fff;--fg:#171b22;--muted:#505865;--line:#dfe2e7;--action:#1f2d47;--on:#fff;--red:#be1e2d;--focus:#4a6c99;--field:#878d99}
@media(prefers-color-scheme:dark){:root{--bg:#0d1016;--fg:#eceef1;--muted:#a7aebb;--line:#262c36;--action:#9cb1ce;--on:#0d1016;--red:#ef7c85;--focus:#9cb1ce;--field:#6a7280}}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;background:var(--bg);color:var(--fg);font:400 1rem/1.5 "Archivo W",system-ui,sans-serif}
header{padding:20px 24px;border-bottom:1px solid var(--line);box-shadow:0 3px 0 -2px var(--red)}
header a{font-weight:700;font-size:1.25rem;font-stretch:118%;letter-spacing:-.035em;color:inherit;text-decoration:none}
:focus-visible{outline:2px solid var(--focus);outline-offset:3px}
@font-face{font-family:"Archivo W";src:url(/fonts/archivo-w.woff2) format("woff2");font-weight:400 700;font-stretch:100% 125%;font-display:swap}`;

const LOGO = `header img{display:block;width:auto;height:auto;max-width:min(220px,60vw);max-height:40px}
@media(prefers-color-scheme:dark){header .on-light{${GROUNDS.light}}}@media(prefers-color-scheme:light){header .on-dark{${GROUNDS.dark}}}`;

export function logoStyle({ logo }: InstanceSettings): string {
  return logo === '' ? '' : LOGO;
}

export function homeLink(instance: InstanceSettings) {
  return html`<a href="/">${logoImage(instance) ?? wordmark(instance.name)}</a>`;
}

export function logoPolicy({ logo }: InstanceSettings): string {
  return logo === '' ? '' : " img-src 'self';";
}

const STYLE = `${LOOK}
main{max-width:26rem;margin:0 auto;padding:64px 24px}h1{font-size:1.5rem;line-height:1.25;margin:0 0 12px;letter-spacing:-.015em}
p{color:var(--muted);margin:0 0 24px}.problem{color:var(--red)}label{display:block;font-weight:500;font-size:.875rem;margin-bottom:6px}
input[type=password]{width:100%;height:44px;margin-bottom:16px;padding:0 12px;font:inherit;color:inherit;background:transparent;border:1px solid var(--field);border-radius:3px}
textarea{display:block;width:100%;margin-bottom:6px;padding:10px 12px;font:inherit;color:inherit;background:transparent;border:1px solid var(--field);border-radius:3px;resize:vertical}
.button{display:block;width:100%;padding:12px;border:0;border-radius:3px;background:var(--action);color:var(--on);font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer}`;

export interface PlainPage {
  title: string;
  content: ReturnType<typeof html>;
}
export function page(title: string, content: PlainPage['content']): PlainPage {
  return { title, content };
}

/** The instance's accent in place of the colours of `LOOK`. Cached: `show` also answers floods. */
export const accentStyle = cached(({ accent }) => {
  if (accent === '') return '';
  const { 300: light, 500: ring, 800: solid } = paletteOf(accent);
  return `:root{--action:${solid};--focus:${ring}}@media(prefers-color-scheme:dark){:root{--action:${light};--focus:${light}}}`;
});

const render = (instance: InstanceSettings, { title, content }: PlainPage) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title} · ${instance.name}</title>
    <style>${raw(STYLE + accentStyle(instance) + logoStyle(instance))}</style>
  </head>
  <body>
    <header>${homeLink(instance)}</header>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>`;

const policy = (instance: InstanceSettings, site: string | null) =>
  `default-src 'none'; style-src 'unsafe-inline'; font-src 'self';${logoPolicy(instance)} form-action 'self'${site === null ? '' : ` ${site}`}; base-uri 'none'; frame-ancestors 'none'`;

// Standalone pages need no scripts, so none may run.
const PAGE_HEADERS = {
  'Cache-Control': 'private, no-store',
  // With a stricter policy, browsers send `Origin: null` with the form.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** @param site to which its form may redirect: browsers apply the policy to the redirect, too */
export function show(
  c: Context,
  instance: InstanceSettings,
  body: PlainPage,
  status: 200 | 403 | 422 | 429 = 200,
  site: string | null = null,
) {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value);
  c.header('Content-Security-Policy', policy(instance, site));
  return c.html(render(instance, body), status);
}
