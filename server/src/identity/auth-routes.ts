import { type Context, Hono } from 'hono';
import { clientAddress } from '../http/client-address.ts';
import type { Env } from '../http/endpoint.ts';
import type { AuthRoute } from './auth-route.ts';
import type { Provider } from './context.ts';
import { needSecondStep } from './factors/need-second-step.ts';
import { needProof, proofIn } from './proof/need-proof.ts';
import { type Asker, isJson, readBody, whoAsks } from './request.ts';
import type { Level } from './sessions/level.ts';

/** A call of somebody who is signed in. */
export interface SignedInCall {
  c: Context<Env>;
  asker: Asker;
  /** The network address of the request. */
  address: string;
}

/** A route of the provider for somebody who is signed in. */
interface SignedInRoute extends Pick<AuthRoute, 'method' | 'path'> {
  level: Level;
  /** The status that refuses somebody below that level; GoTrue has several. */
  levelStatus?: 401 | 403;
  /**
   * Whatever adds, replaces or removes a way into an account needs a proof: a stolen access token must not be enough to
   * lock its owner out. A function decides call by call.
   */
  proof: 'none' | 'needed' | ((call: SignedInCall) => boolean | Promise<boolean>);
}

type Answer = Response | Promise<Response>;

export interface AuthRoutes {
  app: Hono<Env>;
  /** Every registered route: there is no other way to register one. */
  all: readonly AuthRoute[];
  /** Registers a route that takes no access token. */
  open(method: AuthRoute['method'], path: string, handle: (c: Context<Env>) => Answer): void;
  signedIn(route: SignedInRoute, handle: (call: SignedInCall) => Answer): void;
}

/** Registers the routes of the provider: checks the caller, their second step and their proof, then hands over. */
export function createAuthRoutes(provider: Provider): AuthRoutes {
  const app = new Hono<Env>();
  const all: AuthRoute[] = [];
  return {
    app,
    all,
    open(method, path, handle) {
      all.push({ method, path, level: null, proof: 'none' });
      app.on(method, path, handle);
    },
    signedIn(route, handle) {
      const { method, path, level, levelStatus = 401, proof } = route;
      all.push({ method, path, level, proof: typeof proof === 'function' ? 'sometimes' : proof });
      app.on(method, path, async (c) => {
        const address = clientAddress(c, provider.config.trustProxy);
        const call = { c, address, asker: await whoAsks(provider, c) };
        if (level === 'aal2') await needSecondStep(provider, call.asker, levelStatus);
        const isNeeded = typeof proof === 'function' ? await proof(call) : proof === 'needed';
        if (isNeeded) {
          // Clients name the type also of a body that is empty.
          const hasBody = isJson(c) && (await c.req.text()) !== '';
          const given = hasBody ? proofIn(await readBody(c)) : {};
          await needProof(provider, call.asker, { given, address });
        }
        return handle(call);
      });
    },
  };
}
