import { Id } from '@selvedge/shared/id';
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodType } from 'zod';
import * as z from 'zod';
import type { Actor, Authenticate } from '../core/actor.ts';
import type { BudgetName } from '../core/budgets.ts';
import { AppError, invalidInput, notFound, STATUS, toProblem, unauthorized } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import { limitBody } from './body-limit.ts';

export type Env = {
  /** Besides what the HTTP server sets, which no client can. */
  Bindings: {
    /** The request is part of one that was counted by address before. */
    isCounted?: true;
  };
  Variables: {
    requestId: string;
    /** Headers of every response; only one that is not made by the context has to add them itself. */
    commonHeaders: Record<string, string>;
    /** The id of the signed-in caller, once known. */
    personId?: string;
  };
};

const JSON_MAX_BYTES = 256 * 1024;
/** The `Cache-Control` of every answer under `/api`, refusals included. */
const NOT_STORED = 'private, no-store';
/** That of a cached answer to a request without a token: browsers keep it, and revalidate it each time. */
const REVALIDATED = 'private, no-cache';
/** The body of a call that takes none: some clients send `{}` all the same. */
const NO_BODY = z.strictObject({}).optional();

/** One call of the REST contract: what goes in, who may call, what comes out. */
export interface EndpointSpec<P extends ZodType, Q extends ZodType, B extends ZodType> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Hono's form: `/api/listings/:id`. */
  path: string;
  summary: string;
  /**
   * `member` calls need an access token as bearer, `admin` calls that of an admin. `viewer` calls are public, but adapt
   * the answer to a caller who sends a token; an invalid token counts as none.
   */
  access: 'public' | 'viewer' | 'member' | 'admin';
  /** How often a member may make the call; visitors are limited by address, over all calls. */
  budget: BudgetName;
  /**
   * A `member` call open to somebody with two-step sign-in who has not entered the code yet. All others, even reads of
   * one's own data, answer such a caller 403 `insufficient_aal`.
   */
  isBeforeSecondStep?: true;
  params?: P;
  query?: Q;
  /** The JSON body. Without this schema the handler reads `file` itself, or a non-public call refuses any body. */
  body?: B;
  /** The call also accepts multipart/form-data, which the handler reads itself; `body` is undefined then. */
  takesForm?: boolean;
  /** The field of that form which holds a file. */
  file?: string;
  /** Status → schema of the JSON answer; `null` is an answer without a body, or of another media type. */
  replies: Partial<Record<ContentfulStatusCode | 204 | 303, ZodType | null>>;
  /** The handler compresses its list itself, once for all callers. */
  isPacked?: true;
  /** Answered from the cache of `cachePublicResponses`: compressed, with an `ETag`, and 304 where `If-None-Match` names it. */
  isKept?: true;
  /** The first page of this list is counted in `X-Total-Count`. */
  isCounted?: true;
  /** The media type of an answer that is no JSON. */
  media?: string;
}

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
  /** Every registered call: there is no way to register one without its schemas. */
  readonly endpoints: readonly EndpointSpec<ZodType, ZodType, ZodType>[];
  /** Counts a request by its address. @throws rate_limited */
  countVisit(c: Context): Promise<void>;
}

/** The path parameters of a call about one thing. */
export const ById = z.object({ id: Id });

function parse<S extends ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/** The path parameters as their schema normalises them; null where nothing can have them, as an id that is no UUID. */
function parsePath<S extends ZodType>(schema: S | undefined, value: unknown): z.output<S> | null | undefined {
  return schema && (schema.safeParse(value).data ?? null);
}

/** @throws invalid_input when the client hangs up in the middle: nobody hears the answer, and it is no fault of the server. */
const readText = (c: Context<Env>): Promise<string> =>
  c.req.text().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      throw new AppError('invalid_input', 'The request body is incomplete.', { cause: error });
    throw error;
  });

/** The schema decides whether a call may come with an empty body, which may be of any type and come in chunks. */
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

const isForm = (c: Context): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(c.req.header('content-type') ?? '');

function asVisitor(error: unknown): null {
  if (toProblem(error).code === 'unauthorized') return null;
  throw error;
}

/** The bearer token of a request. */
export function bearer(c: Context): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

interface ApiParts {
  app: Hono<Env>;
  authenticate: Authenticate;
  limits: Limits;
  /** The address that a visitor's calls are counted by. */
  addressOf(c: Context): string;
}

/** Registers the calls of the REST contract on `app`: authenticates, enforces rate limits, parses, then hands over. */
export function createApi({ app, authenticate, limits, addressOf }: ApiParts): Api {
  const endpoints: EndpointSpec<ZodType, ZodType, ZodType>[] = [];
  const limitJson = limitBody(JSON_MAX_BYTES, () => {
    throw new AppError('too_large', 'The request is too large.');
  });
  const compression = compress();
  const countVisit = (c: Context) => limits.visit(addressOf(c));
  app.use('/api/*', (c, next) => {
    c.header('Cache-Control', NOT_STORED);
    c.get('commonHeaders')['Cache-Control'] = NOT_STORED;
    return next();
  });
  // Set before the response exists: `compress` sets it on the finished one, for which Hono copies the body in pieces.
  const varyByEncoding: MiddlewareHandler<Env> = (c, next) => {
    c.header('Vary', 'Accept-Encoding');
    return next();
  };

  /** Authenticates the caller as the call demands. @throws unauthorized, insufficient_aal */
  async function actorOf(
    {
      access,
      isBeforeSecondStep,
    }: Pick<EndpointSpec<ZodType, ZodType, ZodType>, 'access' | 'isBeforeSecondStep'>,
    token: string | undefined,
  ): Promise<Actor | null> {
    if (access === 'public') return null;
    if (access === 'viewer') {
      // Public data needs no second step.
      return token ? authenticate(token, { isBeforeSecondStep: true }).catch(asVisitor) : null;
    }
    if (!token) throw unauthorized();
    return authenticate(token, { isBeforeSecondStep });
  }

  /** Authenticates and counts the caller; one who is refused is counted by address. @throws rate_limited */
  async function admit(
    c: Context<Env>,
    spec: Pick<EndpointSpec<ZodType, ZodType, ZodType>, 'access' | 'isBeforeSecondStep'>,
  ): Promise<Actor | null> {
    const actor = await actorOf(spec, bearer(c)).catch(async (error: unknown) => {
      if (STATUS[toProblem(error).code] < 500) await countVisit(c);
      throw error;
    });
    if (actor) {
      c.set('personId', actor.id);
      await limits.member(actor.id);
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
      // Public calls without a schema ignore whatever body they get: signing out must always be answered.
      const takesNone = !spec.body && !spec.file && spec.method !== 'get' && spec.access !== 'public';
      const bodySchema = takesNone ? NO_BODY : spec.body;
      // The handler reads a form itself.
      const comesAsForm = (c: Context) => spec.takesForm && isForm(c);
      const run = async (c: Context<Env>, actor: Actor | null, params: unknown): Promise<Response> => {
        // An id that nothing can have is answered as one that nothing has.
        if (params === null) throw notFound();
        const input = {
          c,
          params,
          query: spec.query && parse(spec.query, c.req.query()),
          body: bodySchema && parse(bodySchema, comesAsForm(c) ? undefined : await readJson(c)),
          actor,
        };
        // The spec decides which of these exist; the types above say so, but TypeScript cannot narrow to it here.
        return handle(input as Parameters<typeof handle>[0]);
      };
      const handler: Handler<Env> = async (c) => {
        if (spec.isKept && !c.req.header('authorization'))
          c.get('commonHeaders')['Cache-Control'] = REVALIDATED;
        const actor = await admit(c, spec);
        const params = parsePath(spec.params, c.req.param());
        if (!actor) return run(c, actor, params);
        const { id: itemId } = (params ?? {}) as { id?: string };
        return limits.spend(spec.budget, { personId: actor.id, itemId }, () => run(c, actor, params));
      };
      const limit: MiddlewareHandler<Env> = (c, next) =>
        spec.takesForm && isForm(c) ? next() : limitJson(c, next);
      // Only lists are compressed: a single thing fits into a packet or two anyway.
      if (spec.replies[200] instanceof z.ZodArray && !spec.isPacked && !spec.isKept) {
        app.on(spec.method, spec.path, varyByEncoding, compression);
      }
      if (bodySchema) app.on(spec.method, spec.path, limit, handler);
      else app.on(spec.method, spec.path, handler);
    },
  };
}
