import { expect, test } from 'vitest';
import { next, openTab, settle } from '../support/clients/socket.ts';
import { joinWorld } from '../support/people/account.ts';
import { runOperator } from '../support/people/run-operator.ts';
import { openWorld } from '../support/world.ts';

test('an open session learns of admin rights at once', async () => {
  const world = await openWorld();
  const [member, stranger] = [await joinWorld(world, 'marlow'), await joinWorld(world, 'odile')];
  const other = await openTab(world, stranger, 'user:changed');
  const { client } = await openTab(world, member);
  const reports = async () => (await member.request('GET', '/api/admin/reports')).status;
  expect(await reports()).toBe(403);
  for (const [verb, isAdmin, status] of [
    ['grant', true, 200],
    ['revoke', false, 403],
  ] as const) {
    const changed = next(client, 'user:changed');
    expect((await runOperator(['admin', verb, member.username], world.env)).code).toBe(0);
    await changed;
    expect(await member.call('GET', '/api/auth/user')).toMatchObject({ isAdmin });
    expect(await reports()).toBe(status);
  }
  await settle(world, other.client);
  expect(other.received).toEqual([]);
});
