import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { GoTrueClient } from '@supabase/auth-js';
import { Hono } from 'hono';
import { freePort } from '../../../scripts/free-port.ts';
import { readConfig } from '../../../server/src/config.ts';
import type { Provider } from '../../../server/src/identity/context.ts';
import { createAdmission } from '../../../server/src/identity/invites/admission.ts';
import { createLimits } from '../../../server/src/identity/limits.ts';
import { identityRoutes } from '../../../server/src/identity/routes.ts';
import { createAccessTokens } from '../../../server/src/identity/sessions/access-token.ts';
import { createAuthenticator } from '../../../server/src/identity/sessions/authenticate.ts';
import { createBrowserMode } from '../../../server/src/identity/sessions/browser-mode.ts';
import { createKeyRing } from '../../../server/src/identity/sessions/key-ring.ts';
import { unlimited } from '../../../server/src/platform/core/limits.ts';
import { createSecret } from '../../../server/src/platform/core/secret.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import type { Env } from '../../../server/src/platform/http/endpoint.ts';
import { type RenderedMail, renderMail } from '../../../server/src/platform/mail/mailer.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { UNCONFIGURED } from '../servers/features.ts';
import { makeTempDir } from '../servers/temp.ts';

/**
 * The identity provider alone, on a real port. Mails and other background work are done before a call
 * returns.
 */
export async function startProvider(db: Database, env: Record<string, string> = {}) {
  const dir = makeTempDir();
  const port = await freePort();
  const config = readConfig({ PORT: String(port), DATA_DIR: dir.path, RATE_LIMITS: 'off', ...env });
  const deriveKey = createSecret(config.identity.secret, config.dataDir);
  const keys = await createKeyRing(db, deriveKey, config.identity.accessTtl);
  const issuer = `${config.publicUrl}/auth/v1`;
  const accessTokens = createAccessTokens(keys, issuer, config.identity.accessTtl);
  const { authenticate, forget } = createAuthenticator({ db, accessTokens });
  const mails: RenderedMail[] = [];
  const pending: Promise<unknown>[] = [];
  const provider: Provider = {
    ...{ config, db, deriveKey, keys, accessTokens },
    log: createLog('error'),
    settings: UNCONFIGURED,
    admission: createAdmission({ config, settings: UNCONFIGURED }),
    sessionsEnded: (ended) => ended.forEach(({ sessionId }) => void forget(sessionId)),
    limits: createLimits(db, unlimited),
    afterReply: (work) => void pending.push(work()),
    givePicture: async () => undefined,
    post: async (_, mail) => void mails.push(renderMail(UNCONFIGURED.current(), config.publicUrl, mail)),
  };
  const app = new Hono<Env>();
  app.use(async (_, next) => {
    await next();
    await Promise.all(pending.splice(0));
  });
  app.route('/auth/v1', identityRoutes(provider, createBrowserMode(config.publicUrl, 3600)).app);
  const http = createAdaptorServer({ fetch: app.fetch }) as Server;
  await once(http.listen(port, '127.0.0.1'), 'listening');
  const url = `http://localhost:${(http.address() as AddressInfo).port}`;
  return {
    url,
    config,
    provider,
    authenticate,
    mails,
    client: () => new GoTrueClient({ url: `${url}/auth/v1`, persistSession: false, autoRefreshToken: false }),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      dir.remove();
    },
  };
}
export type ProviderServer = Awaited<ReturnType<typeof startProvider>>;
