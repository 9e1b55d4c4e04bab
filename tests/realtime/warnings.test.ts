import { expect, test } from 'vitest';
import { next, openTab, settle } from '../support/clients/socket.ts';
import { joinWorld } from '../support/people/account.ts';
import { openWorld } from '../support/world.ts';

test('a warning reaches every tab of the member', async () => {
  const world = await openWorld();
  const [member, reporter] = [await joinWorld(world, 'marlow'), await joinWorld(world, 'odile')];
  const admin = await world.join('admin', { isAdmin: true });
  const tabs = [await openTab(world, member), await openTab(world, member)];
  const stranger = await openTab(world, reporter, 'warning:new');
  const warned = Promise.all(tabs.map(({ client }) => next(client, 'warning:new')));
  const report = { subject: 'user', id: member.id, reason: 'spam' };
  const { id } = await reporter.call<{ id: string }>('POST', '/api/reports', report);
  const json = { action: 'warn', note: 'Stop it' };
  const resolved = await world.call('POST', `/api/admin/reports/${id}/resolve`, { as: admin, json });
  expect(resolved.status).toBe(204);
  const [first, second] = (await warned) as { id: string }[];
  expect(first).toEqual(second);
  const user = () => member.call<{ hasWarning?: true }>('GET', '/api/auth/user');
  expect(await user()).toMatchObject({ hasWarning: true });
  expect((await member.request('POST', `/api/warnings/${first?.id}/read`)).status).toBe(204);
  expect(await user()).not.toHaveProperty('hasWarning');
  await settle(world, stranger.client);
  expect(stranger.received).toEqual([]);
});
