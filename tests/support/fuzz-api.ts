import { Agent, request as ask, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import fc, { type Arbitrary } from 'fast-check';
import type { Api } from '../../server/src/endpoint.ts';
import { inputsOf } from './inputs-of.ts';

type Endpoint = Api['endpoints'][number];

interface FuzzRequest {
  path: string;
  query: Record<string, unknown>;
  body: unknown;
  contentType: string | undefined;
  token: string | undefined;
}

interface FuzzParts {
  url: string;
  /** Of whoever may call; also none, and one that is no token. */
  tokens: readonly string[];
  /** Of things that there are. */
  ids: readonly string[];
  seed: number;
  /** Requests to each endpoint. */
  count: number;
}

const CONTENT_TYPES = [
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '',
];

function requestsTo(
  { path, params, query, body }: Endpoint,
  { ids, tokens }: FuzzParts,
): Arbitrary<FuzzRequest> {
  const fitting = (params ? inputsOf(params, ids) : fc.constant({})) as Arbitrary<Record<string, unknown>>;
  const objectOf = (value: unknown) => (Object(value) === value ? (value as Record<string, unknown>) : {});
  return fc.record({
    path: fitting.map((values) =>
      path.replaceAll(/:(\w+)/g, (_, name: string) =>
        // A lone half of a pair cannot stand in an address.
        encodeURIComponent(String(objectOf(values)[name] ?? ids[0]).toWellFormed()),
      ),
    ),
    query: (query ? inputsOf(query, ids) : fc.constant({})).map(objectOf),
    body: body ? inputsOf(body, ids) : fc.constant(undefined),
    contentType: fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
    ),
    token: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...tokens) },
      { weight: 1, arbitrary: fc.constantFrom(undefined, 'not.a.token') },
    ),
  });
}

/** A request that is not answered for this long, in milliseconds, never will be. */
const PATIENCE_MS = 60_000;
/** What one request may take of the time in which a failure is looked for and made small, also on a busy machine. */
const TIME_OF_ONE_MS = 250;

// Node's own client takes a third of the work of its `fetch`.
const agent = new Agent({ keepAlive: true });

function send(url: string, method: string, request: FuzzRequest): Promise<IncomingMessage> {
  const { path, query, body, contentType, token } = request;
  const words = Object.entries(query).map(([name, value]): [string, string] => [
    name.toWellFormed(),
    (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed(),
  ]);
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = {
    // Left to itself it would say no length where a method seldom has a body.
    ...(bytes && { 'content-length': bytes.length }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && contentType && { 'content-type': contentType }),
  };
  return new Promise((resolve, reject) => {
    const address = `${url}${path}?${new URLSearchParams(words)}`;
    const asking = ask(address, { method: method.toUpperCase(), agent, headers }, resolve);
    // A connection that was kept open may be closed in the moment in which it is used again.
    asking.once('error', (error: NodeJS.ErrnoException) =>
      asking.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(send(url, method, request))
        : reject(error),
    );
    asking.setTimeout(PATIENCE_MS, () => asking.destroy(new Error('nothing is answered')));
    asking.end(bytes);
  });
}

/** @throws when the answer is none that the contract knows. */
async function check(response: IncomingMessage): Promise<void> {
  const contentType = response.headers['content-type'] ?? '';
  // A stream has no end to wait for.
  if (contentType.startsWith('text/event-stream')) return void response.destroy();
  const answered = await text(response);
  const status = response.statusCode ?? 0;
  if (status >= 500) throw new Error(`answered ${status}: ${answered}`);
  const isJson = contentType.startsWith('application/json');
  if (status >= 400 && !isJson)
    throw new Error(`refused with ${status} and no JSON: ${answered.slice(0, 200)}`);
  if (!isJson) return;
  const answer = JSON.parse(answered) as { code?: unknown; message?: unknown } | null;
  const isProblem = typeof answer?.code === 'string' && typeof answer.message === 'string';
  if (status >= 400 && !isProblem) throw new Error(`refused with ${status} and no problem: ${answered}`);
}

/** Of requests to an endpoint that takes nothing: only who asks can differ. */
const BARE_COUNT = 20;

/** So many requests to all of them, shared out among those that take something. @returns how many to each. */
export function shareOut(endpoints: readonly Endpoint[], requests: number): Map<Endpoint, number> {
  const takesInput = ({ params, query, body }: Endpoint) => Boolean(params ?? query ?? body);
  const taking = endpoints.filter(takesInput);
  const bare = BARE_COUNT * (endpoints.length - taking.length);
  const each = Math.max(BARE_COUNT, Math.ceil((requests - bare) / taking.length));
  return new Map(endpoints.map((one) => [one, takesInput(one) ? each : BARE_COUNT]));
}

/**
 * Calls an endpoint with what its schemas nearly allow.
 * @returns how often each status was answered.
 * @throws with the smallest request that is answered 5xx, by no JSON or not at all, and how to make it again.
 */
export async function fuzzEndpoint(endpoint: Endpoint, parts: FuzzParts): Promise<Map<number, number>> {
  const answered = new Map<number, number>();
  const property = fc.asyncProperty(requestsTo(endpoint, parts), async (request) => {
    const response = await send(parts.url, endpoint.method, request);
    const status = response.statusCode ?? 0;
    answered.set(status, (answered.get(status) ?? 0) + 1);
    await check(response);
  });
  await fc.assert(property, {
    seed: parts.seed,
    numRuns: parts.count,
    interruptAfterTimeLimit: PATIENCE_MS + parts.count * TIME_OF_ONE_MS,
    markInterruptAsFailure: true,
  });
  return answered;
}
