import * as z from 'zod';
import { AppError } from '../core/errors.ts';
import { readBuiltClient } from './built-client.ts';
import type { Api } from './endpoint.ts';
import { createHealthCheck } from './health-check.ts';

const RETRY_SECONDS = 5;
const Alive = z.object({
  status: z.literal('ok'),
  build: z.string().nullable().meta({
    description: 'Names the web client that is served: a page that was made with another is out of date',
  }),
});
const Part = z.enum(['ok', 'down']);
const Ready = z.object({
  /** `degraded`: able to serve, with some part down. */
  status: z.enum(['ok', 'degraded']),
  parts: z.record(z.string(), Part),
});

type Check = () => Promise<void>;
interface Checks {
  /** A stopping server reports not ready, so that balancers send requests elsewhere. */
  isStopping(): boolean;
  database: Check;
  /** The parts, by name, whose failure only degrades the server. */
  others: Record<string, Check>;
}

/** Liveness and readiness of the process, for supervisors and load balancers. */
export function healthRoutes(api: Api, { isStopping, database, others }: Checks): void {
  const { build } = readBuiltClient();
  api.endpoint(
    {
      method: 'get',
      path: '/api/health',
      budget: 'calls',
      summary: 'Alive',
      access: 'public',
      replies: { 200: Alive },
    },
    ({ c }) => c.json({ status: 'ok', build }),
  );

  const isDatabaseWell = createHealthCheck(database);
  const checks = Object.entries(others).map(([name, check]) => [name, createHealthCheck(check)] as const);
  api.endpoint(
    {
      method: 'get',
      path: '/api/ready',
      budget: 'calls',
      summary: 'Ready: the database responds; lists which other parts do',
      access: 'public',
      replies: { 200: Ready },
    },
    async ({ c }) => {
      const [isAble, ...well] = await Promise.all([
        isDatabaseWell(),
        ...checks.map(([, isWell]) => isWell()),
      ]);
      if (isStopping()) {
        throw new AppError('unavailable', 'The server is stopping.', { retryAfter: RETRY_SECONDS });
      }
      if (!isAble) {
        throw new AppError('unavailable', 'The database is not responding.', { retryAfter: RETRY_SECONDS });
      }
      const parts = Object.fromEntries(checks.map(([name], i) => [name, well[i] ? 'ok' : 'down'] as const));
      const status = well.every(Boolean) ? 'ok' : 'degraded';
      return c.json({ status, parts: { database: 'ok', ...parts } } satisfies z.infer<typeof Ready>);
    },
  );
}
