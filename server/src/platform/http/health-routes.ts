import * as z from 'zod';
import { AppError } from '../core/errors.ts';
import { readBuiltClient } from './built-client.ts';
import { type Api, publicRead } from './endpoint.ts';
import { createHealthCheck } from './health-check.ts';

const RETRY_SECONDS = 5;
const Alive = z.object({
  status: z.literal('ok'),
  build: z.string().nullable().meta({
    description: 'Build id of the served web client: a page with a different id is outdated',
  }),
});
const Part = z.enum(['ok', 'down']);
const Ready = z.object({
  /** `degraded`: serving, but some part is down. */
  status: z.enum(['ok', 'degraded']),
  parts: z.record(z.string(), Part),
});

type Check = () => Promise<void>;
interface Checks {
  /** A stopping server reports not ready, so that load balancers send requests elsewhere. */
  isStopping(): boolean;
  database: Check;
  /** Parts by name whose failure only degrades the server. */
  others: Record<string, Check>;
}

export function healthRoutes(api: Api, { isStopping, database, others }: Checks): void {
  const { build } = readBuiltClient();
  api.endpoint(
    {
      ...publicRead,
      path: '/api/health',
      summary: 'Liveness: the process responds',
      replies: { 200: Alive },
    },
    ({ c }) => c.json({ status: 'ok', build }),
  );

  const isDatabaseHealthy = createHealthCheck(database);
  const checks = Object.entries(others).map(([name, check]) => [name, createHealthCheck(check)] as const);
  api.endpoint(
    {
      ...publicRead,
      path: '/api/ready',
      summary: 'Readiness: the database responds; lists the state of every part',
      replies: { 200: Ready },
    },
    async ({ c }) => {
      const [isReady, ...healthy] = await Promise.all([
        isDatabaseHealthy(),
        ...checks.map(([, isHealthy]) => isHealthy()),
      ]);
      if (isStopping()) {
        throw new AppError('unavailable', 'The server is stopping.', { retryAfter: RETRY_SECONDS });
      }
      if (!isReady) {
        throw new AppError('unavailable', 'The database is not responding.', { retryAfter: RETRY_SECONDS });
      }
      const parts = Object.fromEntries(
        checks.map(([name], i) => [name, healthy[i] ? 'ok' : 'down'] as const),
      );
      const status = healthy.every(Boolean) ? 'ok' : 'degraded';
      return c.json({ status, parts: { database: 'ok', ...parts } } satisfies z.infer<typeof Ready>);
    },
  );
}
