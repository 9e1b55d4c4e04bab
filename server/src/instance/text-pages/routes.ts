import { PAGE_MAX } from '@selvedge/shared/instance/instance-settings';
import { TEXT_PAGE_NAMES } from '@selvedge/shared/instance/text-pages';
import * as z from 'zod';
import { notFound } from '../../platform/core/errors.ts';
import { type Api, publicRead } from '../../platform/http/endpoint.ts';
import { cached } from '../../platform/settings/cached.ts';
import type { LiveSettings } from '../../platform/settings/follow-settings.ts';
import { textHash } from '../../platform/settings/text-hash.ts';

/** Somewhat more than a page can have: the form says when it is too long. */
const PREVIEW_MAX = 2 * PAGE_MAX;

const TextPage = z.object({
  content: z.array(z.unknown()).meta({
    description: 'Texts, and elements as `{ tag, href, children }` whose children are texts and elements',
  }),
  contact: z.string().meta({ description: 'With the imprint: an e-mail or https address; else empty' }),
  hash: z
    .string()
    .meta({ description: 'SHA-256 of the Markdown in hex; of the rules, sign-up takes it as consent' }),
});

/** The parser is loaded when it is first needed: most starts need none. */
const loadReader = async () => (await import('./read-markdown.ts')).readMarkdown;

const pagesOf = cached(async (instance) => {
  const readMarkdown = await loadReader();
  return new Map(
    TEXT_PAGE_NAMES.filter((name) => instance[name] !== '').map((name) => [
      name,
      {
        content: readMarkdown(instance[name]),
        contact: name === 'imprint' ? instance.contact : '',
        hash: textHash(instance[name]),
      },
    ]),
  );
});

/** The REST endpoints for the pages that the operator writes. */
export function textPageRoutes(api: Api, settings: Pick<LiveSettings, 'current'>): void {
  api.endpoint(
    {
      ...publicRead,
      path: '/api/pages/:name',
      summary: 'A page that the operator of the instance has written',
      params: z.object({ name: z.enum(TEXT_PAGE_NAMES) }),
      replies: { 200: TextPage },
    },
    async ({ c, params }) => {
      const page = (await pagesOf(settings.current())).get(params.name);
      if (!page) throw notFound('This instance has no such page.');
      return c.json(page);
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/admin/instance/preview',
      budget: 'preview',
      summary: 'Markdown as a page would show it',
      access: 'admin',
      body: z.strictObject({ text: z.string().max(PREVIEW_MAX) }),
      replies: { 200: TextPage.pick({ content: true }) },
    },
    async ({ c, body }) => c.json({ content: (await loadReader())(body.text) }),
  );
}
