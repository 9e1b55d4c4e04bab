import { Hono } from 'hono';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { BLAND } from '../../../server/src/core/errors.ts';
import { createApp } from '../../../server/src/http/app.ts';
import { createLog } from '../../../server/src/observability/log.ts';

test('an unexpected error is answered with a generic message and the request id, and logged in full', async () => {
  const lines: string[] = [];
  const app = createApp(createLog('error', { write: (line) => void lines.push(line) }));
  app.route(
    '/',
    new Hono().get('/api/broken', () => {
      throw new Error('select * from auth_users at /srv/selvedge/data');
    }),
  );
  const response = await app.request('/api/broken');
  const body = z.strictObject({
    code: z.literal('internal'),
    message: z.literal(BLAND),
    requestId: z.uuid(),
  });
  expect(response.status).toBe(500);
  expect(body.parse(await response.json()).requestId).toBe(response.headers.get('x-request-id'));
  expect(lines.join('')).toContain('select * from auth_users at /srv/selvedge/data');
});
