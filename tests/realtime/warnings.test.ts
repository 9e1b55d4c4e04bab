import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAdmin } from '../../server/src/members/set-admin.ts';
import { signUp } from '../support/people/account.ts';
import { next } from '../support/servers/live-server.ts';
import { startWorld, type World } from '../support/world.ts';

let server: World;
beforeAll(async () => {
  server = await startWorld({ env: { AUTH_AUTOCONFIRM: 'true' } });
});
afterAll(() => server.close());

test('a warning reaches every tab of the member at once, and their profile until they confirm it', async () => {
  const [member, reporter, admin] = [
    await signUp(server.url, 'marlow'),
    await signUp(server.url, 'odile'),
    await signUp(server.url, 'admin'),
  ];
  await admin.call('GET', '/api/auth/user');
  await server.db.transact((tx) => setAdmin(tx, admin.id, true));
  await expect
    .poll(async () => (await admin.request('GET', '/api/admin/reports')).status, { timeout: 10_000 })
    .toBe(200);
  const tabs = [member.connect(), member.connect()];
  const stranger = reporter.connect();
  await Promise.all([...tabs, stranger].map((socket) => next(socket, 'unread')));
  const strangers: string[] = [];
  stranger.onAny((name: string) => strangers.push(name));
  const warned = Promise.all(tabs.map((socket) => next(socket, 'warning:new')));
  const report = { subject: 'user', id: member.id, reason: 'spam' };
  const { id } = await reporter.call<{ id: string }>('POST', '/api/reports', report);
  const decision = { action: 'warn', note: 'Stop it' };
  expect((await admin.request('POST', `/api/admin/reports/${id}/resolve`, decision)).status).toBe(204);
  const [first, second] = (await warned) as { id: string }[];
  expect(first).toEqual(second);
  const user = () => member.call<{ hasWarning?: true }>('GET', '/api/auth/user');
  expect(await user()).toMatchObject({ hasWarning: true });
  expect((await member.request('POST', `/api/warnings/${first?.id}/read`)).status).toBe(204);
  expect(await user()).not.toHaveProperty('hasWarning');
  expect(strangers).not.toContain('warning:new');
  for (const socket of [...tabs, stranger]) socket.disconnect();
});
