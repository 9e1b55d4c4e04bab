import { type Context, Hono } from 'hono';
import { clientAddress } from '../platform/http/client-address.ts';
import type { Env } from '../platform/http/endpoint.ts';
import type { AuthRoute } from './auth-route.ts';
import type { Provider } from './context.ts';
import { requireSecondStep } from './factors/require-second-step.ts';
import { proofIn, requireProof } from './proof/require-proof.ts';
import { type Caller, isJson, readBody, readCaller } from './request.ts';
import type { Level } from './sessions/level.ts';

export interface SignedInCall {
  c: Context<Env>;
  caller: Caller;
  address: string;
}

interface SignedInRoute extends Pick<AuthRoute, 'method' | 'path'> {
  level: Level;
  /** The status for a caller below that level; GoTrue uses several. */
  levelStatus?: 401 | 403;
  /** Needed to add, replace or remove a way in: a stolen access token must not lock the owner out. */
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

/** Checks the caller, their second step and their proof before it calls a route's handler. */
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
        const call = { c, address, caller: await readCaller(provider, c) };
        if (level === 'aal2') await requireSecondStep(provider, call.caller, levelStatus);
        const isNeeded = typeof proof === 'function' ? await proof(call) : proof === 'needed';
        if (isNeeded) {
          // Clients send a content type even with an empty body.
          const hasBody = isJson(c) && (await c.req.text()) !== '';
          const given = hasBody ? proofIn(await readBody(c)) : {};
          await requireProof(provider, call.caller, { given, address });
        }
        return handle(call);
      });
    },
  };
}
