import type { User, UsernameChanged } from '@selvedge/shared/members/users';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../support/servers/database.ts';
import { openWorld, type World } from '../../support/world.ts';

describe.each(engines())('a generated username (%s)', (engine) => {
  let world: World;
  let token: string;
  beforeEach(async () => {
    world = await openWorld({ engine });
    token = (await world.signUp()).session.access_token;
  });
  const me = async () => (await (await world.call('GET', '/api/auth/user', { token })).json()) as User;
  const send = (username: string) => world.call('PATCH', '/api/auth/user', { token, json: { username } });

  test('is marked as such for its member', async () => {
    expect(await me()).toMatchObject({ isUsernameGenerated: true, usernameLastChanged: null });
  });

  test('is confirmed by sending it', async () => {
    const { username } = await me();
    const response = await send(username);
    expect(response.status).toBe(200);
    expect(((await response.json()) as UsernameChanged).username_last_changed).toBeNull();
    const user = await me();
    expect([user.username, user.isUsernameGenerated]).toEqual([username, undefined]);
  });

  test('can still be changed after it was confirmed', async () => {
    await send((await me()).username);
    expect((await send('marlow')).status).toBe(200);
  });

  test('is confirmed only once', async () => {
    const { username } = await me();
    await send(username);
    expect((await send(username)).status).toBe(400);
  });

  test('is gone once the member has chosen another', async () => {
    await send('marlow');
    const user = await me();
    expect([user.username, user.isUsernameGenerated]).toEqual(['marlow', undefined]);
  });
});
