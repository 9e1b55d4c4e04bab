import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeSettings, Feature } from '@selvedge/shared/instance-settings';
import { GoTrueClient } from '@supabase/auth-js';
import { freePort } from '../../../scripts/free-port.ts';
import { readConfig } from '../../../server/src/config.ts';
import { openDatabase } from '../../../server/src/db/open.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { createProduct } from '../../../server/src/product.ts';
import { PASSWORD } from '../people/account.ts';
import { createDatabase } from './database.ts';
import { changeTo, switchTo } from './features.ts';
import { makeTempDir } from './temp.ts';

/** Starts the whole product in this process, on an engine, with access to its folder and its database. */
export async function startIdentity(
  engine: 'sqlite' | 'postgres',
  env: Record<string, string> = {},
  log = createLog('error'),
  features?: readonly Feature[],
  settings?: ChangeSettings,
) {
  const dir = makeTempDir();
  // With the `DATABASE_URL` of a running server, this one is another node of the same instance.
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, remove: async () => undefined }
    : await createDatabase(engine);
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dir.path,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    ...env,
  });
  if (features) await switchTo({ DATABASE_URL: database.url }, features);
  if (settings) await changeTo({ DATABASE_URL: database.url }, settings);
  const server = await createProduct(config, log);
  await (await server.listen()).setupLink;
  const db = await openDatabase(database.url, log);
  const url = `http://localhost:${port}`;
  const outbox = join(dir.path, 'outbox');

  const mails = (to: string): string[] => {
    try {
      return readdirSync(outbox)
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map((name) =>
          readFileSync(join(outbox, name), 'utf8')
            .replace(/=\r?\n/g, '')
            .replaceAll('=3D', '='),
        )
        .filter((mail) => mail.includes(`To: ${to}`));
    } catch {
      return [];
    }
  };
  const client = (options: Partial<ConstructorParameters<typeof GoTrueClient>[0]> = {}) =>
    new GoTrueClient({
      url: `${url}/auth/v1`,
      persistSession: false,
      autoRefreshToken: false,
      ...options,
    });
  /**
   * The token in the newest link mailed to an address. Waits for it, because mails are sent after the reply.
   */
  async function linkToken(to: string, count = 1): Promise<string> {
    for (let tries = 0; mails(to).length < count; tries += 1) {
      if (tries > 500) throw new Error(`no mail to ${to}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const token = /verify\?token=([\w-]+)/.exec(mails(to).at(-1) ?? '')?.[1];
    if (!token) throw new Error('the mail has no link');
    return token;
  }
  return {
    url,
    db,
    databaseUrl: database.url,
    /** Every endpoint of the server. */
    endpoints: server.endpoints,
    /** Every route of the identity provider. */
    authRoutes: server.identity.authRoutes,
    linkToken,
    dataDir: dir.path,
    /** The unmodified Supabase client, as scripts use it. */
    client,
    mails,
    /** A confirmed account with a session, in script mode, and its client. */
    async join(email = `${randomUUID()}@example.com`, auth = client()) {
      await auth.signUp({ email, password: PASSWORD });
      const token_hash = await linkToken(email);
      const { data, error } = await auth.verifyOtp({ token_hash, type: 'signup' });
      if (error || !data.session) throw error ?? new Error('no session');
      return { email, auth, session: data.session };
    },
    /** Makes a request to the identity provider. */
    request: (path: string, init: RequestInit & { json?: unknown } = {}) => {
      const { json, ...rest } = init;
      const headers = new Headers(rest.headers);
      if (json !== undefined) headers.set('content-type', 'application/json');
      return fetch(`${url}${path}`, {
        redirect: 'manual',
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        ...rest,
        headers,
      });
    },
    async close() {
      await db.close();
      await server.close();
      await database.remove();
      dir.remove();
    },
  };
}
export type IdentityServer = Awaited<ReturnType<typeof startIdentity>>;
