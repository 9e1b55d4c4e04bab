import pg from 'pg';
import { listingRoutes } from '../../../server/src/items/listings/routes.ts';
import { wantedRoutes } from '../../../server/src/items/wanted/routes.ts';
import { unauthorized } from '../../../server/src/platform/core/errors.ts';
import { unlimited } from '../../../server/src/platform/core/limits.ts';
import { noPublish } from '../../../server/src/platform/core/publish.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { createApp } from '../../../server/src/platform/http/app.ts';
import { createApi } from '../../../server/src/platform/http/endpoint.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { createBareCtx } from '../../support/servers/bare-ctx.ts';
import { settingsWith } from '../../support/servers/features.ts';

/** The list endpoints and their database, without the network. @returns what requests a path; it throws on an error */
export function openApi(db: Database): (path: string) => Promise<Response> {
  const app = createApp(createLog('error'));
  const api = createApi({
    app,
    authenticate: () => Promise.reject(unauthorized()),
    limits: unlimited,
    isOn: () => true,
    currency: () => 'USD',
    addressOf: () => 'nowhere',
  });
  const ctx = createBareCtx(db, noPublish, { settings: settingsWith() });
  listingRoutes(api, ctx);
  wantedRoutes(api, ctx);
  return async (path) => {
    const response = await app.request(path);
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
    return response;
  };
}

/** Runs VACUUM ANALYZE on PostgreSQL, as autovacuum would soon after the inserts. */
export async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}
