import { currencyName } from '@selvedge/shared/platform/currency';
import * as z from 'zod';
import { type Api, publicRead } from '../../platform/http/endpoint.ts';
import { cached } from '../../platform/settings/cached.ts';
import type { LiveSettings } from '../../platform/settings/follow-settings.ts';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';
import { docsPage, docsPolicy } from './page.ts';

const Document = z.record(z.string(), z.unknown());

const DOLLARS = /US dollars/g;
/** Schemas describe amounts of money in dollars; an instance describes them in its own currency. */
const inCurrency = <T>(document: T, currency: string): T =>
  JSON.parse(JSON.stringify(document).replace(DOLLARS, currencyName(currency)));

interface DocsParts {
  publicUrl: string;
  settings: Pick<LiveSettings, 'current'>;
}

/** The contract as machine-readable documents, and as a readable page. */
export function docsRoutes(api: Api, { publicUrl, settings }: DocsParts): void {
  // Not at startup, when some routes are not registered yet.
  const restDocument = cached(({ name, currency }) =>
    inCurrency(openApi(name, api.endpoints, publicUrl), currency),
  );
  const liveDocument = cached(({ name, currency }) => inCurrency(asyncApi(name, publicUrl), currency));
  const page = cached((instance) => ({
    html: String(docsPage(instance, restDocument(instance), liveDocument(instance))),
    policy: docsPolicy(instance),
  }));
  api.endpoint(
    {
      ...publicRead,
      path: '/api/openapi.json',
      summary: 'The REST contract as OpenAPI 3.1',
      replies: { 200: Document },
    },
    ({ c }) => c.json(restDocument(settings.current())),
  );
  api.endpoint(
    {
      ...publicRead,
      path: '/api/asyncapi.json',
      summary: 'The live contract as AsyncAPI 3.0',
      replies: { 200: Document },
    },
    ({ c }) => c.json(liveDocument(settings.current())),
  );
  api.endpoint(
    {
      ...publicRead,
      path: '/api/docs',
      summary: 'Both contracts as a readable page',
      replies: { 200: null },
      media: 'text/html',
    },
    ({ c }) => {
      const { html, policy } = page(settings.current());
      c.header('Content-Security-Policy', policy);
      return c.html(html);
    },
  );
}
