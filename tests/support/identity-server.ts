import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoTrueClient } from '@supabase/auth-js';
import { readConfig } from '../../server/src/config.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import { createLog } from '../../server/src/log.ts';
import { startServer } from '../../server/src/server.ts';
import { createDatabase } from './database.ts';
import { freePort } from './product.ts';
import { makeTempDir } from './temp.ts';

/** The whole product in this process, on an engine, with its folder and its database at hand. */
export async function startIdentity(engine: 'sqlite' | 'postgres', env: Record<string, string> = {}) {
  const dir = makeTempDir();
  const database = await createDatabase(engine);
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dir.path,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    ...env,
  });
  const log = createLog('error');
  const server = await startServer(config, log);
  const db = await openDatabase(database.url, log);
  const url = config.publicUrl;
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
  return {
    url,
    db,
    databaseUrl: database.url,
    dataDir: dir.path,
    /** The unmodified client of the field, as a script uses it. */
    client: () => new GoTrueClient({ url: `${url}/auth/v1`, persistSession: false, autoRefreshToken: false }),
    mails,
    /** The token of the newest link mailed to an address; mails leave after the reply, so it is waited for. */
    async linkToken(to: string, count = 1): Promise<string> {
      for (let tries = 0; mails(to).length < count; tries += 1) {
        if (tries > 100) throw new Error(`no mail to ${to}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const token = /verify\?token=([\w-]+)/.exec(mails(to).at(-1) ?? '')?.[1];
      if (!token) throw new Error('the mail has no link');
      return token;
    },
    /** A request to the provider. */
    ask: (path: string, init: RequestInit & { json?: unknown } = {}) => {
      const { json, ...rest } = init;
      const headers = new Headers(rest.headers);
      if (json !== undefined) headers.set('content-type', 'application/json');
      return fetch(`${url}${path}`, {
        redirect: 'manual',
        ...rest,
        headers,
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
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
