import { Hono } from 'hono';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { BLAND, invalidInput } from '../../../../server/src/platform/core/errors.ts';
import { createApp } from '../../../../server/src/platform/http/app.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';

test('an unexpected error gets a generic message', {
  tags: ['contract-fuzzing'],
}, async () => {
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

test('the error for thousands of unknown keys stays short', () => {
  const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key-${n}`, n]));
  const { error } = z.strictObject({ name: z.string() }).safeParse(body);
  if (!error) throw new Error('the body was accepted');
  const { message, issues } = invalidInput(error, 'USD');
  expect(JSON.stringify({ message, issues }).length).toBeLessThan(2_000);
});

test('the error for a long list names fifty entries', () => {
  const { error } = z.array(z.string()).safeParse(Array.from({ length: 20_000 }, () => 1));
  if (!error) throw new Error('the list was accepted');
  expect(invalidInput(error, 'USD').issues).toHaveLength(50);
});
