import { Id } from '@selvedge/shared/id';
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodType } from 'zod';
import * as z from 'zod';
import type { Actor, Authenticate } from './actor.ts';
import { limitBody } from './body-limit.ts';
import { AppError, invalidInput, notFound, STATUS, toProblem, unauthorized } from './errors.ts';
import type { Limits } from './limits.ts';

export type Env = {
  Variables: {
    requestId: string;
    /** They go with every answer; only one that is made without the context has to add them itself. */
    commonHeaders: Record<string, string>;
    /** Who asks, once that is known. */
    personId?: string;
  };
};

const JSON_MAX_BYTES = 256 * 1024;
/** What a call may bring that takes nothing: programs send `{}` where they have nothing to say. */
const NO_BODY = z.strictObject({}).optional();

/** One call of the REST contract: what goes in, who may call, what comes out. */
export interface EndpointSpec<P extends ZodType, Q extends ZodType, B extends ZodType> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Hono's form: `/api/listings/:id`. */
  path: string;
  summary: string;
  /**
   * `member` calls need an access token as bearer, `admin` calls that of an admin. `viewer` calls are public and answer
   * who shows one as it concerns them; a token that is no longer good is none.
   */
  access: 'public' | 'viewer' | 'member' | 'admin';
  /**
   * A `member` call open to somebody who has a second step and has not entered its code yet. All others, reads of what
   * is one's own as much as writes, answer them 403 `insufficient_aal`.
   */
  isBeforeSecondStep?: true;
  params?: P;
  query?: Q;
  /** A JSON body. Without it the handler reads the `file` itself, or there is none, and who signs in may send none. */
  body?: B;
  /** The call also comes as multipart/form-data, which the handler reads itself; `body` is undefined then. */
  takesForm?: boolean;
  /** The field of that form which holds a file. */
  file?: string;
  /** Status → schema of the JSON answer; `null` is an answer without a body, or of another media type. */
  replies: Partial<Record<ContentfulStatusCode | 204 | 303, ZodType | null>>;
  /** The handler packs its list by itself, once for all who ask. */
  isPacked?: true;
  /** Answered by `keepAnswers`: packed there, under an `ETag`; who names that in `If-None-Match` is answered 304. */
  isKept?: true;
  /** The media type of an answer that is no JSON; its schema is `null`. */
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
}

/** The path of a call about one thing. */
export const ById = z.object({ id: Id });

function parse<S extends ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/** The parts of a path as they are compared; null of an address that no thing can have. */
function parsePath<S extends ZodType>(schema: S | undefined, value: unknown): z.output<S> | null | undefined {
  return schema && (schema.safeParse(value).data ?? null);
}

/** Whether nothing comes after the head of a request. */
const isBare = (c: Context): boolean =>
  (c.req.header('content-length') ?? '0') === '0' && !c.req.header('transfer-encoding');

/** @throws invalid_input when the client hangs up in the middle: nobody hears the answer, and it is no fault of the server. */
const readText = (c: Context<Env>): Promise<string> =>
  c.req.text().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      throw new AppError('invalid_input', 'The body was cut short.', { cause: error });
    throw error;
  });

/** @param takesNone the call takes no body: an empty one may come in chunks, and of any type. */
async function readJson(c: Context<Env>, takesNone: boolean): Promise<unknown> {
  // The schema decides whether a call may come without a body.
  if (isBare(c) && (takesNone || !c.req.header('content-type'))) return undefined;
  if (takesNone && (await readText(c)) === '') return undefined;
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new AppError('unsupported_type', 'Send the body as application/json.');
  }
  const text = await readText(c);
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
  /** Whom a visitor's calls are counted by. */
  addressOf(c: Context): string;
}

/** Registers the calls of the REST contract on `app`: parses, checks who calls and how often, hands over. */
export function createApi({ app, authenticate, limits, addressOf }: ApiParts): Api {
  const endpoints: EndpointSpec<ZodType, ZodType, ZodType>[] = [];
  const limitJson = limitBody(JSON_MAX_BYTES, () => {
    throw new AppError('too_large', 'The request is too large.');
  });
  const packed = compress();
  // It would tell so of an answer that is there already, and copy that piece by piece.
  const tellsPacking: MiddlewareHandler<Env> = (c, next) => {
    c.header('Vary', 'Accept-Encoding');
    return next();
  };

  /** Who calls. @throws unauthorized, insufficient_aal; forbidden for those who are no admins. */
  async function actorOf(
    {
      access,
      isBeforeSecondStep,
    }: Pick<EndpointSpec<ZodType, ZodType, ZodType>, 'access' | 'isBeforeSecondStep'>,
    token: string | undefined,
  ): Promise<Actor | null> {
    if (access === 'public') return null;
    if (access === 'viewer') {
      // What anybody may see asks for no second step.
      return token ? authenticate(token, { isBeforeSecondStep: true }).catch(asVisitor) : null;
    }
    if (!token) throw unauthorized();
    const actor = await authenticate(token, { isBeforeSecondStep });
    if (access === 'admin' && !actor.isAdmin) throw new AppError('forbidden', 'This is for admins only.');
    return actor;
  }

  return {
    endpoints,
    endpoint(spec, handle) {
      endpoints.push(spec);
      // Signing out takes whatever comes with it: it is always answered.
      const takesNone = !spec.body && !spec.file && spec.method !== 'get' && spec.access !== 'public';
      const bodySchema = takesNone ? NO_BODY : spec.body;
      // The handler reads a form by itself.
      const isElsewhere = (c: Context) => spec.takesForm && isForm(c);
      const run = async (c: Context<Env>, actor: Actor | null, params: unknown): Promise<Response> => {
        // An address that no thing can have is the address of nothing.
        if (params === null) throw notFound();
        const input = {
          c,
          params,
          query: spec.query && parse(spec.query, c.req.query()),
          body: bodySchema && parse(bodySchema, isElsewhere(c) ? undefined : await readJson(c, takesNone)),
          actor,
        };
        // The spec decides which of these are there; the types above follow it, the narrowing cannot.
        return handle(input as Parameters<typeof handle>[0]);
      };
      const handler: Handler<Env> = async (c) => {
        const actor = await actorOf(spec, bearer(c));
        if (actor) c.set('personId', actor.id);
        const { method, path } = spec;
        const who = { personId: actor?.id, address: actor ? '' : addressOf(c) };
        const params = parsePath(spec.params, c.req.param());
        const { id: itemId } = (params ?? {}) as { id?: string };
        const settle = await limits.call({ method, path, ...who, itemId });
        try {
          const response = await run(c, actor, params);
          await settle(response.status);
          return response;
        } catch (error) {
          await settle(STATUS[toProblem(error).code]);
          throw error;
        }
      };
      const limit: MiddlewareHandler<Env> = (c, next) =>
        spec.takesForm && isForm(c) ? next() : limitJson(c, next);
      // One thing fits into a packet or two as it is; a page of a list does not.
      if (spec.replies[200] instanceof z.ZodArray && !spec.isPacked && !spec.isKept) {
        app.on(spec.method, spec.path, tellsPacking, packed);
      }
      if (bodySchema) app.on(spec.method, spec.path, limit, handler);
      else app.on(spec.method, spec.path, handler);
    },
  };
}
