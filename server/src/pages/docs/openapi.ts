import { COUNT_MAX } from '@selvedge/shared/platform/limits';
import * as z from 'zod';
import type { Api } from '../../platform/http/endpoint.ts';
import { describeSchemas, type JsonSchema, Problem } from './schemas.ts';

type Endpoint = Api['endpoints'][number];

const DESCRIPTION = `Times are ISO 8601 in UTC, ids are UUIDs, money is a decimal string of US dollars (\`"120.00"\`).

A list returns a JSON array; \`Link: <…>; rel="next"\` is its next page: a page has fewer items than \`limit\` when they would be more than a megabyte. \`X-Total-Count\`, where present, is the list's total: exactly up to ${COUNT_MAX.toLocaleString('en-US')}, beyond that with \`X-Total-Count-Capped: true\`. Every
error is \`{ code, message }\`, a 400 with its \`issues\`; a 429 or 503 has the seconds to wait in \`Retry-After\`. Members sign in
at \`/auth/v1\`, which implements the GoTrue protocol; its access token is the bearer token here. So is an API key, which a member makes in the
settings: it makes the calls that name one of its scopes, and no others. A public call takes a key without the scope \`read\` for none.`;

type Security = Record<string, string[]>[];

const CALLERS: Record<Endpoint['access'], { callers: string; security: Security }> = {
  public: { callers: 'Public.', security: [] },
  viewer: {
    callers: 'Public; the response depends on the signed-in member, if any.',
    security: [{}, { accessToken: [] }],
  },
  member: { callers: 'For signed-in members.', security: [{ accessToken: [] }] },
  admin: { callers: 'For admins.', security: [{ accessToken: [] }] },
};

/** Who may make a call, and with what. */
function callersOf({ access, scope, feature }: Endpoint) {
  const { callers, security } = CALLERS[access];
  const byKey: Security = scope ? [{ apiKey: [scope] }] : [];
  const texts = [
    callers,
    ...(scope ? [`Scope of API keys: \`${scope}\`.`] : []),
    ...(feature ? [`404 while the feature \`${feature}\` is switched off.`] : []),
  ];
  return { description: texts.join(' '), security: [...security, ...byKey] };
}

/** `/api/listings/:id` → `/api/listings/{id}` */
const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');
/** Paths that belong to no feature are tagged `server`. */
const ABOUT_SERVER = /^\/api\/(health|ready|docs|openapi\.json|asyncapi\.json)$/;
const nounOf = (path: string) =>
  ABOUT_SERVER.test(path) ? 'server' : path === '/api/login' ? 'auth' : (path.split('/')[2] ?? '');
const isOptional = (schema: z.ZodType) => schema.safeParse(undefined).success;
const isAny = (schema: JsonSchema) => Object.keys(schema).every((key) => key === 'description');

type Described = ReturnType<typeof describeSchemas>;

const COUNT_HEADERS = {
  'X-Total-Count': {
    description: `On the first page of a search: its total, up to ${COUNT_MAX}`,
    schema: { type: 'integer' },
  },
  'X-Total-Count-Capped': {
    description: 'There are more results than `X-Total-Count`',
    schema: { type: 'string', enum: ['true'] },
  },
};
const LINK = { description: 'The next page, as `<address>; rel="next"`', schema: { type: 'string' } };
const LOCATION = { description: 'The target of the redirect', required: true, schema: { type: 'string' } };
const RETRY_AFTER = { description: 'Seconds to wait, with 429 and 503', schema: { type: 'integer' } };
const ETAG = {
  description: 'The version of this response; it changes when the response does',
  schema: { type: 'string' },
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of a cached response',
  schema: { type: 'string' },
};
const UNCHANGED = {
  description: 'The cached response is still valid; there is no body',
  headers: { ETag: ETAG },
};

function parametersOf({ params, query, isCached }: Endpoint, sent: Described, parsed: Described) {
  const fieldsOf = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    if (!(schema instanceof z.ZodObject)) return [];
    const [before, after] = [sent.fields(schema), parsed.fields(schema)];
    return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
      // A number in a URL arrives as a string: for such fields the schema of the parsed value is more specific.
      const [sentField = {}, parsedField = {}] = [before[name], after[name]];
      const { description, ...described } = isAny(sentField) ? parsedField : sentField;
      return {
        name,
        in: place,
        required: place === 'path' || !isOptional(field),
        ...(description && { description }),
        schema: described,
      };
    });
  };
  return [...fieldsOf(params, 'path'), ...fieldsOf(query, 'query'), ...(isCached ? [IF_NONE_MATCH] : [])];
}

function bodyOf({ body, file }: Endpoint, sent: Described) {
  if (!body && !file) return undefined;
  const form = file && {
    type: 'object',
    properties: { [file]: { type: 'string', format: 'binary' } },
    required: [file],
  };
  return {
    required: !body || !isOptional(body),
    content: {
      ...(body && { 'application/json': { schema: sent.of(body) } }),
      ...(form && { 'multipart/form-data': { schema: form } }),
    },
  };
}

function headersOf({ isCached, isCounted, query }: Endpoint, status: string) {
  if (status.startsWith('3')) return { Location: LOCATION };
  const isPaged = query instanceof z.ZodObject && ['cursor', 'before'].some((name) => name in query.shape);
  return {
    ...(isCached && { ETag: ETAG }),
    ...(isPaged && { Link: LINK }),
    ...(isCounted && COUNT_HEADERS),
  };
}

function responsesOf(endpoint: Endpoint, received: Described) {
  const { replies, media, isCached } = endpoint;
  const responses = Object.entries(replies).map(([status, schema]) => {
    const content = (schema || media) && {
      [media ?? 'application/json']: { schema: schema ? received.of(schema) : {} },
    };
    const headers = headersOf(endpoint, status);
    return [
      status,
      {
        description: content ? 'Done' : 'Done; no body',
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(content && { content }),
      },
    ];
  });
  return {
    ...Object.fromEntries(responses),
    ...(isCached && { 304: UNCHANGED }),
    default: {
      description: 'Error',
      headers: { 'Retry-After': RETRY_AFTER },
      content: { 'application/json': { schema: received.of(Problem) } },
    },
  };
}

const sentField = (schemas: (z.ZodType | null | undefined)[]) => schemas.filter((schema) => !!schema);

/** The OpenAPI 3.1 document of every registered endpoint. */
export function openApi(name: string, registered: Api['endpoints'], publicUrl: string) {
  // The document does not depend on the order of features.
  const endpoints = registered.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const target = 'draft-2020-12';
  const fields = sentField(endpoints.flatMap(({ params, query }) => [params, query]));
  const bodies = sentField(endpoints.map(({ body }) => body));
  const replies = sentField(endpoints.flatMap((one) => Object.values(one.replies)));
  const sent = describeSchemas([...bodies], { target, io: 'input' });
  const received = describeSchemas([Problem, ...replies], { target, io: 'output' });
  const raw = describeSchemas(fields, { target, io: 'input' });
  const parsed = describeSchemas(fields, { target, io: 'output' });
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const { method, path, summary } = endpoint;
    const requestBody = bodyOf(endpoint, sent);
    const operation = {
      operationId: `${method}${path.replace('/api', '').replace(/\W+(\w)/g, (_, first: string) => first.toUpperCase())}`,
      tags: [nounOf(path)],
      summary,
      ...callersOf(endpoint),
      parameters: parametersOf(endpoint, raw, parsed),
      ...(requestBody && { requestBody }),
      responses: responsesOf(endpoint, received),
    };
    paths[templateOf(path)] = { ...paths[templateOf(path)], [method]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${name}, REST`, version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: publicUrl }],
    tags: [...new Set(endpoints.map(({ path }) => nounOf(path)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          ...{ type: 'http', scheme: 'bearer', bearerFormat: 'selvedge_…' },
          description: 'An API key with the scope that the call names.',
        },
      },
      schemas: { ...sent.components(), ...received.components() },
    },
  };
}
export type OpenApi = ReturnType<typeof openApi>;
