import type { Feature } from '@selvedge/shared/instance/instance-settings';
import { Id } from '@selvedge/shared/platform/id';
import type { Scope } from '@selvedge/shared/platform/scope';
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodType } from 'zod';
import * as z from 'zod';
import type { Actor, Authenticate } from '../core/actor.ts';
import type { BudgetName } from '../core/budgets.ts';
import {
  AppError,
  invalidInput,
  notFound,
  STATUS,
  switchedOff,
  toProblem,
  unauthorized,
} from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import { hasScope, requireScope } from '../core/scopes.ts';
import type { CurrencyNow, IsOn } from '../settings/follow-settings.ts';
import { limitBody } from './body-limit.ts';

export type Env = {
  /** In addition to what the HTTP server sets; clients cannot set these. */
  Bindings: {
    /** The request is part of another one that was already counted by address. */
    isCounted?: true;
  };
  Variables: {
    requestId: string;
    /** Headers of every response; a handler that does not use the context to respond must add them itself. */
    commonHeaders: Record<string, string>;
    memberId?: string;
  };
};

const JSON_MAX_BYTES = 256 * 1024;
const NO_STORE = 'private, no-store';
/** For cached responses to requests without a token: browsers store them and revalidate each time. */
const REVALIDATE = 'private, no-cache';
/** The body of a call that takes none: some clients send `{}` anyway. */
const NO_BODY = z.strictObject({}).optional();

/**
 * Who may make a call. `admin` calls need an admin's token; `viewer` calls are public: an invalid token counts as none.
 * `scope` is that of the API keys which may make it, null for none: `read` alone never changes anything.
 */
type CallAccess =
  | { method: Method; access: 'public' | 'admin'; scope?: null }
  | { method: 'get'; access: 'viewer'; scope: 'read' }
  | { method: 'get'; access: 'member'; scope: Scope | null }
  | { method: Exclude<Method, 'get'>; access: 'member'; scope: Exclude<Scope, 'read'> | null };

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface CallSpec<P extends ZodType, Q extends ZodType, B extends ZodType> {
  path: string;
  summary: string;
  /** While the feature is switched off, the call responds 404. */
  feature?: Feature;
  /** Per member; visitors are limited by address across all calls. */
  budget: BudgetName;
  /** Accepts a session without its two-step code; every other call responds 403 `insufficient_aal`. */
  isBeforeSecondStep?: true;
  params?: P;
  query?: Q;
  /** Parameters of the query that are lists: each may be repeated. Any other is refused when given twice. */
  repeated?: readonly string[];
  /** JSON. Without it, the handler reads `file` itself; a non-public call without both refuses any body. */
  body?: B;
  /** Also accepts multipart/form-data, which the handler reads itself; `body` is then undefined. */
  takesForm?: boolean;
  file?: string;
  /** Status → schema of the JSON response; `null` for no body or another media type. */
  replies: Partial<Record<ContentfulStatusCode | 204 | 303, ZodType | null>>;
  /** The handler compresses the list itself, once for all callers. */
  isCompressed?: true;
  /** Served by `cachePublicResponses`: compressed, with an `ETag`, and 304 for a matching `If-None-Match`. */
  isCached?: true;
  /** The first page of this list has an `X-Total-Count`. */
  isCounted?: true;
  media?: string;
}

type EndpointSpec<P extends ZodType, Q extends ZodType, B extends ZodType> = CallSpec<P, Q, B> & CallAccess;

interface Input<P extends ZodType, Q extends ZodType, B extends ZodType, A> {
  c: Context<Env>;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  actor: A;
}

type ActorOf<Access> = Access extends 'member' | 'admin'
  ? Actor
  : Access extends 'viewer'
    ? Actor | null
    : null;

export interface Api {
  endpoint<P extends ZodType, Q extends ZodType, B extends ZodType, S extends EndpointSpec<P, Q, B>>(
    spec: S & EndpointSpec<P, Q, B>,
    handle: (input: Input<P, Q, B, ActorOf<S['access']>>) => Response | Promise<Response>,
  ): void;
  readonly endpoints: readonly EndpointSpec<ZodType, ZodType, ZodType>[];
  /** Counts a request by client address. @throws rate_limited */
  countVisit(c: Context): Promise<unknown>;
}

export const ById = z.object({ id: Id });

/** Parts that many declarations share. */
export const publicRead = { method: 'get', access: 'public', budget: 'calls' } as const;
export const viewerRead = { method: 'get', access: 'viewer', scope: 'read', budget: 'calls' } as const;
export const memberRead = { method: 'get', access: 'member', budget: 'calls' } as const;
export const adminRead = { method: 'get', access: 'admin', budget: 'calls' } as const;
export const adminAction = { access: 'admin', budget: 'adminAction' } as const;

/** Parses the path parameters; null if no resource can match them, such as an id that is not a UUID. */
function parsePath<S extends ZodType>(schema: S | undefined, value: unknown): z.output<S> | null | undefined {
  return schema && (schema.safeParse(value).data ?? null);
}

/** @throws invalid_input if the client disconnects midway, which is not a server fault. */
const readText = (c: Context<Env>): Promise<string> =>
  c.req.text().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      throw new AppError('invalid_input', 'The request body is incomplete.', { cause: error });
    throw error;
  });

/** An empty body, of any content type, is undefined; the schema decides whether that is allowed. */
async function readJson(c: Context<Env>): Promise<unknown> {
  const text = await readText(c);
  if (text === '') return undefined;
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new AppError('unsupported_type', 'Send the body as application/json.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_input', 'The body is not valid JSON.');
  }
}

/** @throws invalid_input for a parameter of the schema that is no list and given twice */
function queryOf(c: Context, schema: ZodType, lists: readonly string[] = []): Record<string, unknown> {
  const declared = schema instanceof z.ZodObject ? schema.shape : {};
  const given = Object.entries(c.req.queries()).map(([name, all]) => {
    if (lists.includes(name)) return [name, all];
    if (all.length > 1 && name in declared) throw new AppError('invalid_input', `Give ${name} once`);
    return [name, all[0]];
  });
  return Object.fromEntries(given);
}

const isForm = (c: Context): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(c.req.header('content-type') ?? '');

function asVisitor(error: unknown): null {
  if (toProblem(error).code === 'unauthorized') return null;
  throw error;
}

export function bearer(c: Context): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

interface ApiParts {
  app: Hono<Env>;
  authenticate: Authenticate;
  limits: Limits;
  isOn: IsOn;
  currency: CurrencyNow;
  addressOf(c: Context): string;
}

export function createApi({ app, authenticate, limits, isOn, currency, addressOf }: ApiParts): Api {
  const endpoints: EndpointSpec<ZodType, ZodType, ZodType>[] = [];
  const limitJson = limitBody(JSON_MAX_BYTES, () => {
    throw new AppError('too_large', 'The request is too large.');
  });
  const compression = compress();
  function parse<S extends ZodType>(schema: S, value: unknown): z.output<S> {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw invalidInput(parsed.error, currency());
    return parsed.data;
  }
  const countVisit = (c: Context) => limits.take('callsOfVisitor', addressOf(c));
  app.use('/api/*', (c, next) => {
    c.header('Cache-Control', NO_STORE);
    c.get('commonHeaders')['Cache-Control'] = NO_STORE;
    return next();
  });
  // Set before the response exists: on a finished one, `compress` would make Hono copy the body in chunks.
  const varyByEncoding: MiddlewareHandler<Env> = (c, next) => {
    c.header('Vary', 'Accept-Encoding');
    return next();
  };

  type Admission = Pick<EndpointSpec<ZodType, ZodType, ZodType>, 'access' | 'scope' | 'isBeforeSecondStep'>;

  async function actorOf(
    c: Context<Env>,
    { access, scope, isBeforeSecondStep }: Admission,
  ): Promise<Actor | null> {
    if (access === 'public') return null;
    const token = bearer(c);
    const address = () => addressOf(c);
    if (access === 'viewer') {
      if (!token) return null;
      // Public data does not need the two-step code.
      const viewer = await authenticate(token, { isBeforeSecondStep: true, address }).catch(asVisitor);
      return viewer && hasScope(viewer, scope) ? viewer : null;
    }
    if (!token) throw unauthorized();
    return authenticate(token, { isBeforeSecondStep, address });
  }

  /** Authenticates and counts the caller; a refused caller is counted by address. @throws rate_limited */
  async function admit(c: Context<Env>, spec: Admission): Promise<Actor | null> {
    const actor = await actorOf(c, spec).catch(async (error: unknown) => {
      if (STATUS[toProblem(error).code] < 500) await countVisit(c);
      throw error;
    });
    if (actor) {
      c.set('memberId', actor.id);
      await limits.take('callsOfMember', actor.id);
      requireScope(actor, spec.scope);
    } else if (!c.env?.isCounted) await countVisit(c);
    if (spec.access === 'admin' && !actor?.isAdmin)
      throw new AppError('forbidden', 'This is for admins only.');
    return actor;
  }

  return {
    endpoints,
    countVisit,
    endpoint(spec, handle) {
      endpoints.push(spec);
      // Public calls without a schema ignore any body: signing out must always work.
      const takesNoBody = !spec.body && !spec.file && spec.method !== 'get' && spec.access !== 'public';
      const bodySchema = takesNoBody ? NO_BODY : spec.body;
      const isSentAsForm = (c: Context) => spec.takesForm && isForm(c);
      const run = async (c: Context<Env>, actor: Actor | null, params: unknown): Promise<Response> => {
        // An impossible id gets the same 404 as an unknown one.
        if (params === null) throw notFound();
        const input = {
          c,
          params,
          query: spec.query && parse(spec.query, queryOf(c, spec.query, spec.repeated)),
          body: bodySchema && parse(bodySchema, isSentAsForm(c) ? undefined : await readJson(c)),
          actor,
        };
        if (actor) await limits.write(spec.budget, actor.id, input.body);
        // The spec determines which of these exist; TypeScript cannot narrow to that here.
        return handle(input as Parameters<typeof handle>[0]);
      };
      const handler: Handler<Env> = async (c) => {
        if (spec.feature && !isOn(spec.feature)) {
          await countVisit(c);
          throw switchedOff(spec.feature);
        }
        if (spec.isCached && !c.req.header('authorization'))
          c.get('commonHeaders')['Cache-Control'] = REVALIDATE;
        const actor = await admit(c, spec);
        const params = parsePath(spec.params, c.req.param());
        if (!actor) return run(c, actor, params);
        const { id: itemId } = (params ?? {}) as { id?: string };
        return limits.spend(spec.budget, { memberId: actor.id, itemId }, () => run(c, actor, params));
      };
      const limit: MiddlewareHandler<Env> = (c, next) =>
        spec.takesForm && isForm(c) ? next() : limitJson(c, next);
      // Only lists are compressed: a single resource fits into a packet or two.
      if (spec.replies[200] instanceof z.ZodArray && !spec.isCompressed && !spec.isCached) {
        app.on(spec.method, spec.path, varyByEncoding, compression);
      }
      if (bodySchema) app.on(spec.method, spec.path, limit, handler);
      else app.on(spec.method, spec.path, handler);
    },
  };
}
