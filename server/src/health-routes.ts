import * as z from 'zod';
import type { Database } from './db/database.ts';
import type { Api } from './endpoint.ts';
import { AppError } from './errors.ts';

const RETRY_SECONDS = 5;
const Answer = z.object({ status: z.literal('ok') });

/** For those who watch the process: whether it lives, and whether it can work. */
export function healthRoutes(api: Api, { db }: { db: Database }): void {
  api.endpoint(
    { method: 'get', path: '/api/health', summary: 'Alive', access: 'public', replies: { 200: Answer } },
    ({ c }) => c.json({ status: 'ok' }),
  );
  api.endpoint(
    {
      method: 'get',
      path: '/api/ready',
      summary: 'Able to work: the database answers',
      access: 'public',
      replies: { 200: Answer },
    },
    async ({ c }) => {
      await db.ping().catch((cause: unknown) => {
        throw new AppError('unavailable', 'The database does not answer.', {
          retryAfter: RETRY_SECONDS,
          cause,
        });
      });
      return c.json({ status: 'ok' });
    },
  );
}
