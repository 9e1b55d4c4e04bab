import * as z from 'zod';
import type { Api } from '../http/endpoint.ts';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';
import { DOCS_POLICY, docsPage } from './page.ts';

const Document = z.record(z.string(), z.unknown());

/**
 * Computes a value on the first call and caches it: at startup not every route is registered yet, and few
 * clients need it.
 */
function once<T>(create: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
}

/** The contract as machine-readable documents, and as a readable page. */
export function docsRoutes(api: Api, publicUrl: string): void {
  const restDocument = once(() => openApi(api.endpoints, publicUrl));
  const liveDocument = once(() => asyncApi(publicUrl));
  const page = once(() => String(docsPage(restDocument(), liveDocument())));
  api.endpoint(
    {
      method: 'get',
      path: '/api/openapi.json',
      budget: 'calls',
      summary: 'The REST contract as OpenAPI 3.1',
      access: 'public',
      replies: { 200: Document },
    },
    ({ c }) => c.json(restDocument()),
  );
  api.endpoint(
    {
      method: 'get',
      path: '/api/asyncapi.json',
      budget: 'calls',
      summary: 'The live contract as AsyncAPI 3.0',
      access: 'public',
      replies: { 200: Document },
    },
    ({ c }) => c.json(liveDocument()),
  );
  api.endpoint(
    {
      method: 'get',
      path: '/api/docs',
      budget: 'calls',
      summary: 'Both contracts as a readable page',
      access: 'public',
      replies: { 200: null },
      media: 'text/html',
    },
    ({ c }) => {
      c.header('Content-Security-Policy', DOCS_POLICY);
      return c.html(page());
    },
  );
}
