import * as z from 'zod';
import type { Api } from '../http/endpoint.ts';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';
import { DOCS_POLICY, docsPage } from './page.ts';

const Document = z.record(z.string(), z.unknown());

/** Makes a value at the first call and caches it: earlier, not every route would be registered, and few ever ask. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The contract as documents for programs, and as a page for people. */
export function docsRoutes(api: Api, publicUrl: string): void {
  const ofRest = once(() => openApi(api.endpoints, publicUrl));
  const ofLive = once(() => asyncApi(publicUrl));
  const page = once(() => String(docsPage(ofRest(), ofLive())));
  api.endpoint(
    {
      method: 'get',
      path: '/api/openapi.json',
      budget: 'calls',
      summary: 'The REST contract in OpenAPI 3.1',
      access: 'public',
      replies: { 200: Document },
    },
    ({ c }) => c.json(ofRest()),
  );
  api.endpoint(
    {
      method: 'get',
      path: '/api/asyncapi.json',
      budget: 'calls',
      summary: 'The live contract in AsyncAPI 3.0',
      access: 'public',
      replies: { 200: Document },
    },
    ({ c }) => c.json(ofLive()),
  );
  api.endpoint(
    {
      method: 'get',
      path: '/api/docs',
      budget: 'calls',
      summary: 'Both contracts to read',
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
