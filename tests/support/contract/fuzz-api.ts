import { Agent, request as ask, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import fc, { type Arbitrary } from 'fast-check';
import type { Api } from '../../../server/src/platform/http/endpoint.ts';
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
  /** Access tokens for the calls; calls without a token and with a broken one are added. */
  tokens: readonly string[];
  /** Ids that exist. */
  ids: readonly string[];
  seed: number;
  /** The number of requests to each endpoint. */
  count: number;
}

const CONTENT_TYPES = [
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '',
];

/** An object may hide `toString`, which `String` would call. */
const textOf = (value: unknown) => (Object(value) === value ? JSON.stringify(value) : String(value));

function requestsTo(
  { path, params, query, body }: Endpoint,
  { ids, tokens }: FuzzParts,
): Arbitrary<FuzzRequest> {
  const fitting = (params ? inputsOf(params, ids) : fc.constant({})) as Arbitrary<Record<string, unknown>>;
  const objectOf = (value: unknown) => (Object(value) === value ? (value as Record<string, unknown>) : {});
  return fc.record({
    path: fitting.map((values) =>
      path.replaceAll(/:(\w+)/g, (_, name: string) =>
        // A lone surrogate cannot be encoded in a URL.
        encodeURIComponent(textOf(objectOf(values)[name] ?? ids[0]).toWellFormed()),
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

/** A request without a response after this long counts as unanswered. */
const PATIENCE_MS = 60_000;
/** The time limit per request for finding and shrinking a failure; enough on a busy machine. */
const TIME_OF_ONE_MS = 250;

// `node:http` takes a third of the CPU time that `fetch` takes.
const agent = new Agent({ keepAlive: true });

function send(url: string, method: string, request: FuzzRequest): Promise<IncomingMessage> {
  const { path, query, body, contentType, token } = request;
  const words = Object.entries(query).map(([name, value]): [string, string] => [
    name.toWellFormed(),
    textOf(value).toWellFormed(),
  ]);
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = {
    // Set explicitly: Node sends no length for methods that rarely have a body.
    ...(bytes && { 'content-length': bytes.length }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && contentType && { 'content-type': contentType }),
  };
  return new Promise((resolve, reject) => {
    const address = `${url}${path}?${new URLSearchParams(words)}`;
    const outgoing = ask(address, { method: method.toUpperCase(), agent, headers }, resolve);
    // The server may close a keep-alive connection just as it is used again.
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      outgoing.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(send(url, method, request))
        : reject(error),
    );
    outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error('nothing is answered')));
    outgoing.end(bytes);
  });
}

/** @throws when the response is not one that the contract allows */
async function check(response: IncomingMessage): Promise<void> {
  const contentType = response.headers['content-type'] ?? '';
  // An event stream never ends, so its body is not awaited.
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

/** The number of requests to an endpoint without input: only the token can vary. */
const BARE_COUNT = 20;

/**
 * Divides a number of requests among the endpoints, most of them among those with input.
 * @returns the number for each.
 */
export function shareOut(endpoints: readonly Endpoint[], requests: number): Map<Endpoint, number> {
  const takesInput = ({ params, query, body }: Endpoint) => Boolean(params ?? query ?? body);
  const taking = endpoints.filter(takesInput);
  const bare = BARE_COUNT * (endpoints.length - taking.length);
  const each = Math.max(BARE_COUNT, Math.ceil((requests - bare) / taking.length));
  return new Map(endpoints.map((one) => [one, takesInput(one) ? each : BARE_COUNT]));
}

/**
 * Calls an endpoint with input that nearly fits its schemas.
 * @returns how often each status occurred.
 * @throws with the smallest request answered with 5xx, without JSON, or not at all, and how to reproduce it
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
